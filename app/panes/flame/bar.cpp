#include "app/panes/flame/bar.h"

#include <algorithm>
#include <array>
#include <span>

#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/view/text/record_hint.h"

namespace lanescope {
namespace {

constexpr float kPadPx = 8;
constexpr float kGapPx = 7;
constexpr float kChoiceMostPx = 150;
constexpr float kLeastChoicePx = 24;
constexpr float kFoldedPx = 66;  // approximate width of a folded control

constexpr std::string_view kNoGpu = "the trace has no GPU work";
constexpr std::string_view kNotSampled = "samples show CPU time and wall time only";
constexpr std::string_view kNoBackward =
    "the trace does not link backward operators to forward ones";
constexpr std::string_view kBackwardHint =
    "Show backward operators inside the forward operator they belong to";

/// A text that opens a menu, shortened to fit.
bool draw_choice(const Ui& ui, std::string_view name, Rect& row, std::string_view label) {
  const Face& face = ui.face().small;
  const float room = row.width() - ui.px(2 * kPadPx);
  if (room < ui.px(kLeastChoicePx)) return false;
  const float wide = std::min({text_width(face, label) + 1, ui.px(kChoiceMostPx), room});
  const Rect rect = row.cut_left(wide + ui.px(2 * kPadPx));
  const Press press = press_area(ui, name, rect);
  fill_rect(rect, press.hovered ? ui.color().line : ui.color().raised, ui.px(6));
  draw_text_fitted(face, {rect.x0 + ui.px(kPadPx), centered_y(face, rect)}, wide,
                   press.hovered ? ui.color().text : ui.color().dim, label);
  row.cut_left(ui.px(kGapPx));
  return press.clicked;
}

/// Side by side; if `folded`, a single text with a menu.
template <typename Choice>
void choose(const Ui& ui, const char* name, Rect& row, std::span<const Segment> segments,
            bool folded, Choice& choice) {
  const auto now = static_cast<std::size_t>(choice);
  if (!folded) {
    const Rect rect = row.cut_left(segments_width(ui, segments));
    const auto clicked = draw_segments(ui, name, rect, segments, now);
    if (clicked) choice = static_cast<Choice>(*clicked);
    row.cut_left(ui.px(kGapPx));
    return;
  }
  if (draw_choice(ui, name, row, segments[now].label)) ImGui::OpenPopup(name);
  if (!begin_menu(ui, name)) return;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (menu_item(ui, segments[i].label, "", segments[i].why_not.empty(), i == now))
      choice = static_cast<Choice>(i);
  }
  end_menu();
}

std::string_view why_no_backward(const FlameSources& sources, const FlameQuery& query) {
  if (!sources.backward) return kNoBackward;
  if (query.order == FlameOrder::Time) return "only for merged graphs";
  return query.thread ? "only for all threads" : std::string_view();
}

void draw_backward(const Ui& ui, Rect& row, const FlameSources& sources, FlameQuery& query) {
  const std::string_view why_not = why_no_backward(sources, query);
  std::array segment{Segment{"Backward under forward", why_not}};
  if (segments_width(ui, segment) > row.width()) segment[0].label = "Backward";
  if (segments_width(ui, segment) > row.width()) return;
  const bool on = query.backward_in_forward && why_not.empty();
  const Rect rect = row.cut_left(segments_width(ui, segment));
  const Press press = press_area(ui, "flame.backward", rect);
  const Face& face = ui.face().small;
  const Colors& c = ui.color();
  fill_rect(rect, c.raised, ui.px(6));
  const Rect inner = rect.inset(ui.px(2), ui.px(2));
  if (on) fill_rect(inner, c.selected_row, ui.px(5));
  const bool can = why_not.empty();
  const ImU32 rest = can ? c.dim : mixed(c.raised, c.faint, 0.6F);
  draw_text(face, {inner.x0 + ui.px(kPadPx), centered_y(face, rect)},
            on || (press.hovered && can) ? c.text : rest, segment[0].label);
  if (press.hovered) draw_hint(ui, rect, can ? kBackwardHint : why_not);
  if (press.clicked && can) query.backward_in_forward = !query.backward_in_forward;
}

}  // namespace

FlameBarEvents draw_flame_bar(const Ui& ui, Rect row, const Snapshot& trace,
                              const FlameSources& sources, std::string_view thread,
                              std::string_view when, FlameQuery& query) {
  const auto unless = [](bool there, std::string_view why) {
    return there ? std::string_view() : why;
  };
  const std::string_view no_memory = record_hint(trace, Recordable::Allocations);
  const std::string_view no_python = record_hint(trace, Recordable::PythonFrames);
  const std::string_view no_modules = record_hint(trace, Recordable::Modules);
  const std::string_view no_gpu =
      has_only_counters(trace) ? record_hint(trace, Recordable::GpuWork) : kNoGpu;
  const bool sampled = query.stack == FlameStack::Samples;
  const auto unless_sampled = [&](bool there, std::string_view why) {
    return sampled ? kNotSampled : unless(there, why);
  };
  row = row.inset(ui.px(10), ui.px(4));
  const std::array weights{Segment{"CPU", {}}, Segment{"Wall", {}},
                           Segment{"GPU", unless_sampled(sources.gpu, no_gpu)},
                           Segment{"Launches", unless_sampled(sources.gpu, no_gpu)},
                           Segment{"Memory", unless_sampled(sources.memory, no_memory)}};
  const std::array all_stacks{Segment{"Mixed", {}}, Segment{"Ops", {}},
                              Segment{"Python", unless(sources.python, no_python)},
                              Segment{"Modules", unless(sources.modules, no_modules)},
                              Segment{"Samples", {}}};
  const auto stacks =
      std::span(all_stacks).first(all_stacks.size() - (sources.samples || sampled ? 0 : 1));
  const std::array orders{Segment{"Merged", {}}, Segment{"By time", {}}};
  FlameBarEvents events;
  const Rect copy = row.cut_right(ui.px(26));
  events.export_menu = icon_button(ui, "flame.export", copy, icon::kCopy, "Copy graph");
  row.cut_right(ui.px(6));
  // The width of the texts at the end determines what must be folded.
  const auto word_px = [&](std::string_view word) {
    return std::min(text_width(ui.face().small, word) + 1, ui.px(kChoiceMostPx)) +
           ui.px(2 * kPadPx + kGapPx);
  };
  const std::array wide{segments_width(ui, weights) + ui.px(kGapPx),
                        segments_width(ui, stacks) + ui.px(kGapPx),
                        segments_width(ui, orders) + ui.px(kGapPx)};
  float needed = wide[0] + wide[1] + wide[2] + word_px(thread) + word_px(when);
  std::array<bool, 3> folds{};
  for (std::size_t i = wide.size(); i > 0 && needed > row.width(); --i) {
    folds.at(i - 1) = true;
    needed -= wide.at(i - 1) - ui.px(kFoldedPx);
  }
  choose(ui, "flame.weight.", row, weights, folds[0], query.weight);
  choose(ui, "flame.stack.", row, stacks, folds[1], query.stack);
  keep_sampled_weight(query);
  choose(ui, "flame.order.", row, orders, folds[2], query.order);
  events.thread_menu = draw_choice(ui, "flame.threads", row, thread);
  events.when_menu = draw_choice(ui, "flame.when", row, when);
  draw_backward(ui, row, sources, query);
  return events;
}

}  // namespace lanescope
