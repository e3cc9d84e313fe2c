// Two runs in one flame graph: the call paths of one, colored by how much more or less time they
// take than in the other.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/panes/compare/head.h"
#include "app/panes/flame/canvas.h"
#include "app/panes/pane/pane.h"
#include "app/panes/pane/pane_note.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "core/view/flame/diff.h"
#include "core/view/results/background.h"
#include "core/view/text/record_hint.h"

namespace lanescope {
namespace {

// The controls above a differential flame graph.

struct DiffFlameChoices {
  FlameQuery query;
  RunSide shape = RunSide::B;  // the run whose frames are drawn
};

constexpr float kGapPx = 8;
constexpr float kSwatchPx = 11;
constexpr std::string_view kNoGpu = "needs GPU work in both runs";
constexpr std::string_view kNotSampled = "samples show CPU time and wall time only";

/// Why a choice is not there, in terms of the tool that recorded the runs.
struct DiffFlameNeeds {
  std::string python, modules, memory;
};

DiffFlameNeeds needs_of(const AlignedPair& pair) {
  const auto need = [&](Recordable wanted) { return both_need(*pair.a, *pair.b, wanted); };
  return {need(Recordable::PythonFrames), need(Recordable::Modules), need(Recordable::Allocations)};
}

std::string_view unless(bool there, std::string_view why) {
  return there ? std::string_view() : why;
}

template <typename Choice>
void choose(const Ui& ui, std::string_view name, Rect& row, std::span<const Segment> segments,
            Choice& choice) {
  const float wide = segments_width(ui, segments);
  if (wide > row.width()) return;
  const auto clicked =
      draw_segments(ui, name, row.cut_left(wide), segments, static_cast<std::size_t>(choice));
  if (clicked) choice = static_cast<Choice>(*clicked);
  row.cut_left(ui.px(kGapPx));
}

/// "−12.0 ms ▇▇▇▇▇▇▇ +12.0 ms", at the right end.
void draw_legend(const PaneFrame& frame, Rect row, const FlameDiff& diff) {
  const Ui& ui = frame.ui;
  const DiffPalette& palette = diff_palette(frame.palette);
  const Face& face = ui.face().small;
  const std::string less = signed_flame_weight(diff.weight, -diff.largest);
  const std::string more =
      signed_flame_weight(diff.weight, diff.largest) + std::string(per_sample(*diff.pair));
  const float swatches = ui.px(kSwatchPx) * static_cast<float>(DiffPalette::kShades);
  const float wide = text_width(face, less) + text_width(face, more) + swatches + ui.px(14);
  if (wide > row.width()) return;
  float x = std::floor(row.x1 - wide);
  ui.mark("diff_flame.legend", {x, row.y0, row.x1, row.y1});
  const float y = centered_y(face, row);
  draw_text(face, {x, y}, ui.color().dim, less);
  x = std::floor(x + text_width(face, less) + ui.px(7));
  const float top = std::floor((row.y0 + row.y1 - ui.px(kSwatchPx)) / 2);
  for (const Rgb fill : palette.fill) {
    fill_rect({x, top, x + ui.px(kSwatchPx) - 1, top + ui.px(kSwatchPx)}, packed(fill));
    x += ui.px(kSwatchPx);
  }
  draw_text(face, {x + ui.px(7), y}, ui.color().dim, more);
}

/// Changes `choices` according to the user. If `diff` is not null, its legend is drawn.
void draw_diff_flame_bar(const PaneFrame& frame, Rect row, const FlameSources& sources,
                         const DiffFlameNeeds& needs, const FlameDiff* diff,
                         DiffFlameChoices& choices) {
  const Ui& ui = frame.ui;
  const std::array shapes{Segment{"Frames of A", {}}, Segment{"Frames of B", {}}};
  const bool sampled = choices.query.stack == FlameStack::Samples;
  const auto unless_sampled = [sampled](bool there, std::string_view why) {
    return sampled ? kNotSampled : unless(there, why);
  };
  const std::array weights{Segment{"CPU", {}}, Segment{"Wall", {}},
                           Segment{"GPU", unless_sampled(sources.gpu, kNoGpu)},
                           Segment{"Launches", unless_sampled(sources.gpu, kNoGpu)},
                           Segment{"Memory", unless_sampled(sources.memory, needs.memory)}};
  const std::array all_stacks{Segment{"Mixed", {}}, Segment{"Ops", {}},
                              Segment{"Python", unless(sources.python, needs.python)},
                              Segment{"Modules", unless(sources.modules, needs.modules)},
                              Segment{"Samples", {}}};
  const auto stacks =
      std::span(all_stacks).first(all_stacks.size() - (sources.samples || sampled ? 0 : 1));
  row = row.inset(ui.px(10), ui.px(4));
  choose(ui, "diff_flame.shape.", row, shapes, choices.shape);
  choose(ui, "diff_flame.weight.", row, weights, choices.query.weight);
  choose(ui, "diff_flame.stack.", row, stacks, choices.query.stack);
  keep_sampled_weight(choices.query);
  if (diff != nullptr && diff->largest != 0) draw_legend(frame, row, *diff);
}

constexpr float kBarPx = 34;
constexpr float kPathPx = 26;

struct DiffFlameKey {
  std::shared_ptr<const AlignedPair> pair;
  FlameQuery query;
  friend bool operator==(const DiffFlameKey&, const DiffFlameKey&) = default;
};

/// Whether they are aligned or ordered differently at most.
bool are_same_runs(const AlignedPair& one, const AlignedPair& other) {
  return (one.a == other.a && one.b == other.b) || (one.a == other.b && one.b == other.a);
}

class DiffFlamePane final : public Pane {
 public:
  explicit DiffFlamePane(const TraceView& view) : diffs_(view.wake()) {}

  [[nodiscard]] std::string_view title() const override { return "Diff flame"; }
  [[nodiscard]] bool applies(const TraceView& view) const override {
    return view.run.comparison != nullptr;
  }
  [[nodiscard]] bool follows_window() const override { return false; }
  [[nodiscard]] std::string_view facts() const override { return facts_; }
  [[nodiscard]] bool busy() const override { return busy_; }
  [[nodiscard]] bool takes_arrows() const override {
    return canvas_.has_keys() && diff_ && diff_->of(shown_).tree.total() != 0;
  }
  void take_arrows() override { canvas_.take_keys(); }

  void draw(const PaneFrame& frame, Rect area) override {
    const Comparison* comparison = frame.view.run.comparison;
    if (comparison == nullptr || !comparison->aligned()) let_go();
    if (comparison == nullptr) return draw_no_second_run(frame, area);
    if (!comparison->aligned() || comparison->aligned()->runs.a.samples.empty())
      return draw_not_compared(frame, area, *comparison);
    refresh(comparison->aligned());
    const Ui& ui = frame.ui;
    draw_diff_flame_bar(frame, area.cut_top(ui.px(kBarPx)), sources_, needs_, diff_.get(),
                        choices_);
    if (!diff_) return note_for_chart(ui, area, "Comparing call paths…");
    show_shape();
    const FlameTree& tree = diff_->of(shown_).tree;
    if (tree.total() == 0) return note_for_chart(ui, area, missing());
    const FlameChanges changes{*diff_, shown_, diff_palette(frame.palette), names_};
    const FlameScene scene{frame, tree, nullptr, diff_->weight, nullptr, &changes};
    canvas_.draw_path(scene, area.cut_top(ui.px(kPathPx)).inset(ui.px(12), 0));
    canvas_.draw(scene, area.inset(ui.px(10), 0));
  }

 private:
  /// Both runs may be closed: nothing here must keep them alive.
  void let_go() {
    if (key_.pair) diffs_.ask({}, [](const std::stop_token&) { return FlameDiff(); });
    key_ = {};
    diff_.reset();
    facts_.clear();
    names_ = {};
    busy_ = false;
  }

  void refresh(const std::shared_ptr<const AlignedPair>& pair) {
    if (pair != key_.pair) {
      const bool anew = !key_.pair || !are_same_runs(*key_.pair, *pair);
      let_go();
      needs_ = needs_of(*pair);
      if (anew) choose_first(*pair);
    }
    const DiffFlameKey key{pair, choices_.query};
    if (diff_ && key == key_) return;
    const auto answer = diffs_.ask(key, [key](const std::stop_token& stop) {
      return build_flame_diff(key.pair, key.query, stop);
    });
    key_.pair = pair;
    busy_ = !answer.current;
    if (busy_) return;  // keep the old one until the new one is ready
    key_ = key;
    diff_ = answer.value;
    sources_ = diff_->sources;
    anew_ = true;
  }

  void choose_first(const AlignedPair& pair) {
    choices_.query.weight = first_weight(pair);
    choices_.query.stack = first_stack(pair);
  }

  void show_shape() {
    if (!anew_ && shown_ == choices_.shape) return;
    anew_ = false;
    shown_ = choices_.shape;
    const AlignedPair& pair = *diff_->pair;
    names_ = ShortNames((shown_ == RunSide::A ? *pair.a : *pair.b).strings);
    canvas_.reset(diff_->of(shown_).tree, nullptr);
    const FlameDiff::Amounts all = diff_->amounts(shown_, 0);
    facts_ = std::string(flame_weight_title(diff_->weight)) + std::string(per_sample(pair)) + ": " +
             format_flame_weight(diff_->weight, std::llround(all.a)) + " in A, " +
             format_flame_weight(diff_->weight, std::llround(all.b)) + " in B, " +
             signed_flame_weight(diff_->weight, all.delta());
  }

  [[nodiscard]] std::string_view missing() const {
    if (key_.pair->runs.a.by == AlignBy::Start)
      return shown_ == RunSide::A ? "Nothing to show for A" : "Nothing to show for B";
    return shown_ == RunSide::A ? "Nothing to show for A in the compared steps"
                                : "Nothing to show for B in the compared steps";
  }

  DiffFlameChoices choices_;
  RunSide shown_ = RunSide::B;
  bool anew_ = false;
  bool busy_ = false;
  DiffFlameKey key_;  // what diff_ was computed for
  std::shared_ptr<const FlameDiff> diff_;
  FlameSources sources_;
  DiffFlameNeeds needs_;
  ShortNames names_;  // of the run shown
  FlameCanvas canvas_;
  std::string facts_;
  Background<DiffFlameKey, FlameDiff> diffs_;
};

}  // namespace

std::unique_ptr<Pane> make_diff_flame_pane(const TraceView& view) {
  return std::make_unique<DiffFlamePane>(view);
}

}  // namespace lanescope
