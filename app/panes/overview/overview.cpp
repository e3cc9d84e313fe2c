// The run at a glance: key figures, how the GPUs' time is spent, and each step. For the selected
// range, else for the chosen window.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "app/panes/overview/bars.h"
#include "app/panes/overview/figures.h"
#include "app/panes/overview/functions.h"
#include "app/panes/overview/steps.h"
#include "app/panes/pane/holds_events.h"
#include "app/panes/pane/pane.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/sentence.h"
#include "core/view/memory/text.h"
#include "core/view/overview/breakdown_figures.h"
#include "core/view/overview/breakdown_model.h"
#include "core/view/overview/foreign_trace.h"
#include "core/view/overview/top_ops.h"
#include "core/view/text/empty_file.h"
#include "core/view/text/time_text.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

constexpr std::string_view kForeignWords =
    "This trace has no PyTorch or GPU events. Drag over the lanes to summarize a time range in "
    "Selection; Flame shows which call path costs time.";
constexpr float kPadPx = 14;
constexpr float kColumnGapPx = 36;
constexpr float kBarsShare = 0.46F;  // of the width, if there are steps next to them
constexpr float kMostBarsPx = 760;
constexpr float kLeastBothPx = 520;  // narrower panes do not show the steps

class OverviewPane final : public Pane {
 public:
  explicit OverviewPane(const TraceView& /*view*/) {}

  [[nodiscard]] std::string_view title() const override { return "Overview"; }
  [[nodiscard]] std::string_view facts() const override { return facts_; }

  /// Also to an empty file, to say what that is.
  [[nodiscard]] bool applies(const TraceView& view) const override {
    return view.snapshot() == nullptr || !is_memory_file(*view.snapshot());
  }

  void draw(const PaneFrame& frame, Rect area) override {
    const Ui& ui = frame.ui;
    TraceView& view = frame.view;
    if (!holds_events(view)) return draw_nothing(frame, area.inset(ui.px(kPadPx), ui.px(4)));
    if (is_foreign(*view.snapshot()))
      return draw_foreign(frame, area.inset(ui.px(kPadPx), ui.px(4)));
    constexpr InsightScope kScope = InsightScope::Chosen;
    const auto breakdown = view.insights.ask<Breakdown>(kScope, &breakdown_insight);
    // Warm-up steps are shown, although they are excluded from the figures.
    const auto steps =
        view.insights.ask<StepTable>(view.insights.range() ? kScope : InsightScope::Whole);
    const auto figures = view.insights.ask<KeyFigures>(kScope, &key_figures_insight);
    const auto host = view.insights.ask<HostOverview>(kScope, &host_overview_insight);
    area = area.inset(ui.px(kPadPx), ui.px(4));
    if (!breakdown.value || !steps.value) {
      facts_.clear();
      return note(ui, area, view.waiting_words());
    }
    tell_scope(view, steps.value);
    const Rect row = area.cut_top(key_figures_px(ui));
    if (figures.value)
      draw_key_figures(frame, {row.x0 - ui.px(10), row.y0, row.x1, row.y1}, *figures.value);
    area.cut_top(ui.px(8));
    const bool narrow = area.width() < ui.px(kLeastBothPx);
    const float bars_px =
        narrow ? area.width() : std::min(area.width() * kBarsShare, ui.px(kMostBarsPx));
    draw_bars(frame, area.cut_left(bars_px), *breakdown.value);
    if (narrow) return;
    area.cut_left(ui.px(kColumnGapPx) - ui.px(12));
    if (steps.value->rows.empty() && host.value && !host.value->empty())
      return draw_top_functions(frame, area, *host.value);
    chart_.draw(frame, area, steps.value);
  }

 private:
  /// Without GPU work, the operators that take the CPU's time are below the reason.
  void draw_bars(const PaneFrame& frame, Rect area, const Breakdown& breakdown) {
    bars_.draw(frame, area, breakdown);
    if (!breakdown.bars.empty()) return;
    const auto ops = frame.view.insights.ask<TopOps>(InsightScope::Chosen, &top_ops_insight);
    if (!ops.value || ops.value->rows.empty()) return;
    const Ui& ui = frame.ui;
    area.cut_top(draw_sentence(nullptr, ui, ui.face().ui, {}, area.width(), 0, breakdown.missing) +
                 ui.px(10));
    draw_top_ops(frame, {area.x0 - ui.px(6), area.y0, area.x1, area.y1}, *ops.value);
  }

  static void note(const Ui& ui, Rect area, std::string_view text) {
    draw_text(ui.face().ui, {area.x0, area.y0 + ui.px(6)}, ui.color().faint, text);
  }

  /// Of the trace of another program, whose time cannot be attributed to steps or to a GPU.
  void draw_foreign(const PaneFrame& frame, Rect area) {
    const Ui& ui = frame.ui;
    facts_.clear();
    const auto found =
        frame.view.insights.ask<ForeignFigures>(InsightScope::Whole, &foreign_figures_insight);
    if (!found.value) return note(ui, area, frame.view.waiting_words());
    const Rect row = area.cut_top(key_figures_px(ui));
    draw_key_figures(frame, {row.x0 - ui.px(10), row.y0, row.x1, row.y1}, found.value->figures);
    area.cut_top(ui.px(8));
    draw_text_wrapped(ui.face().ui, area.min(), area.width(), ui.color().dim, kForeignWords);
  }

  void draw_nothing(const PaneFrame& frame, Rect area) {
    const Ui& ui = frame.ui;
    facts_.clear();
    draw_sentence(ImGui::GetWindowDrawList(), ui, ui.face().ui, {area.x0, area.y0 + ui.px(6)},
                  area.width(), ui.color().text, nothing_words(*frame.view.snapshot()));
  }

  /// The scope of everything shown; updated when that changes.
  void tell_scope(const TraceView& view, const std::shared_ptr<const StepTable>& steps) {
    const WindowKind window = view.insights.window();
    if (shown_of_ == steps && shown_range_ == view.insights.range() && shown_window_ == window &&
        !facts_.empty())
      return;
    shown_of_ = steps;
    shown_window_ = window;
    shown_range_ = view.insights.range();
    facts_ = scope_text(view, *steps);
  }

  static std::string scope_text(const TraceView& view, const StepTable& steps) {
    const auto all = static_cast<std::int64_t>(steps.rows.size());
    const auto warm_up =
        static_cast<std::int64_t>(std::ranges::count(steps.rows, true, &StepRow::warm_up));
    const std::string left_out =
        warm_up == 0 ? "" : ", " + format_count(warm_up) + " warm-up excluded";
    if (const auto range = view.insights.range())
      return "selected range · " + format_duration(range->length_ns());
    const WindowKind window = view.insights.window();
    if (window == WindowKind::Steps)
      return counted(static_cast<std::uint64_t>(all - warm_up), "step") + left_out;
    return std::string(window_phrase(window));
  }

  BreakdownBars bars_;
  StepChart chart_;
  std::string facts_;
  std::shared_ptr<const StepTable> shown_of_;
  std::optional<TimeRange> shown_range_;
  WindowKind shown_window_ = WindowKind::Whole;
};

}  // namespace

std::unique_ptr<Pane> make_overview_pane(const TraceView& view) {
  return std::make_unique<OverviewPane>(view);
}

}  // namespace lanescope
