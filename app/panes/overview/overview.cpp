// How the run does, at a glance: key figures, what the GPUs' time goes into, and each step. Of the
// selected range, else of the chosen window.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "app/panes/overview/bars.h"
#include "app/panes/overview/figures.h"
#include "app/panes/overview/steps.h"
#include "app/panes/pane/pane.h"
#include "app/widgets/draw/text.h"
#include "core/view/overview/breakdown_figures.h"
#include "core/view/overview/breakdown_model.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

constexpr float kPadPx = 14;
constexpr float kColumnGapPx = 36;
constexpr float kBarsShare = 0.44F;  // of the width, where there are steps beside them
constexpr float kMostBarsPx = 760;
constexpr float kLeastBothPx = 520;  // narrower panes have no room for the steps

class OverviewPane final : public Pane {
 public:
  explicit OverviewPane(const TraceView& /*view*/) {}

  [[nodiscard]] std::string_view title() const override { return "Overview"; }
  [[nodiscard]] std::string_view facts() const override { return facts_; }

  void draw(const PaneFrame& frame, Rect area) override {
    const Ui& ui = frame.ui;
    TraceView& view = frame.view;
    constexpr InsightScope kScope = InsightScope::Chosen;
    const auto breakdown = view.insights.ask<Breakdown>(kScope, &breakdown_insight);
    // Steps that warm up are shown, though they count for nothing.
    const auto steps =
        view.insights.ask<StepTable>(view.insights.range() ? kScope : InsightScope::Whole);
    const auto figures = view.insights.ask<KeyFigures>(kScope, &key_figures_insight);
    area = area.inset(ui.px(kPadPx), ui.px(4));
    if (!breakdown.value || !steps.value) {
      facts_.clear();
      return note(ui, area, view.snapshot()->complete ? "Computing…" : view.waiting_words());
    }
    tell_scope(view, steps.value);
    const Rect row = area.cut_top(key_figures_px(ui));
    if (figures.value)
      draw_key_figures(frame, {row.x0 - ui.px(10), row.y0, row.x1, row.y1}, *figures.value);
    area.cut_top(ui.px(8));
    const bool narrow = area.width() < ui.px(kLeastBothPx);
    const float bars_px =
        narrow ? area.width() : std::min(area.width() * kBarsShare, ui.px(kMostBarsPx));
    bars_.draw(frame, area.cut_left(bars_px), *breakdown.value);
    if (narrow) return;
    area.cut_left(ui.px(kColumnGapPx) - ui.px(12));
    chart_.draw(frame, area, steps.value);
  }

 private:
  static void note(const Ui& ui, Rect area, std::string_view text) {
    draw_text(*ImGui::GetWindowDrawList(), ui.face().ui, {area.x0, area.y0 + ui.px(6)},
              ui.color().faint, text);
  }

  /// What all of it is about; anew when that changes.
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
      return format_count(all - warm_up) + (all - warm_up == 1 ? " step" : " steps") + left_out;
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
