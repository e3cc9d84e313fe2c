// How the run does, at a glance: key figures, what the GPUs' time goes into, and each step. Of the
// selected range, else of the chosen window.

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "app/panes/overview/bars.h"
#include "app/panes/overview/steps.h"
#include "app/panes/pane/pane.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"
#include "core/view/overview/breakdown_figures.h"
#include "core/view/overview/breakdown_model.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

// The row of key figures at the top of the Overview tab.

constexpr float kFiguresPx = 62;
constexpr float kFigurePadPx = 10;
constexpr float kLeastFigurePx = 96;

float width_of(const Ui& ui, const KeyFigure& figure) {
  const float words = std::max({text_width(ui.face().small, figure.title),
                                text_width(ui.face().title, figure.value),
                                text_width(ui.face().small, figure.note)});
  return std::max(ui.px(kLeastFigurePx), words + ui.px(2 * kFigurePadPx));
}

void explain(const Ui& ui, const KeyFigure& figure) {
  const Colors& c = ui.color();
  std::array<TooltipLine, 3> lines{TooltipLine{"", figure.title, 0, &ui.face().strong},
                                   TooltipLine{"", figure.meaning, c.dim, &ui.face().ui},
                                   TooltipLine{"", "", c.accent, &ui.face().small}};
  const bool leads_on = !figure.tab.empty() || figure.event != EventId::None;
  const std::string hint = figure.event != EventId::None ? "Click to see it on the timeline"
                                                         : "Click for " + std::string(figure.tab);
  lines[2].text = hint;
  draw_tooltip(ui, ImGui::GetIO().MousePos, std::span(lines).first(leads_on ? 3 : 2));
}

void draw_figure(const PaneFrame& frame, Rect rect, const KeyFigure& figure) {
  const Ui& ui = frame.ui;
  const Colors& c = ui.color();
  const bool leads_on = !figure.tab.empty() || figure.event != EventId::None;
  const Press press = press_area(ui, {"figure.", figure.title}, rect);
  if (press.hovered) {
    fill_rect(rect, c.hovered_row, ui.px(6));
    if (leads_on) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain(ui, figure);
  }
  const float x = rect.x0 + ui.px(kFigurePadPx);
  float y = rect.y0 + ui.px(5);
  draw_text(ui.face().small, {x, y}, press.hovered && leads_on ? c.accent : c.dim, figure.title);
  y += ui.px(15);
  draw_text(ui.face().title, {x, y}, c.text, figure.value);
  y += ui.px(19);
  draw_text(ui.face().small, {x, y}, c.faint, figure.note);
  if (!press.clicked) return;
  if (figure.event != EventId::None) {
    frame.view.go_to(figure.event);
  } else if (!figure.tab.empty()) {
    frame.view.requests.emplace_back(ShowTab{figure.tab});
  }
}

/// Height that the row needs.
float key_figures_px(const Ui& ui) {
  return ui.px(kFiguresPx);
}

/// As many figures as there is room for; a click goes to where the figure comes from.
void draw_key_figures(const PaneFrame& frame, Rect row, const KeyFigures& figures) {
  const Ui& ui = frame.ui;
  float x = row.x0;
  for (const KeyFigure& figure : figures) {
    const float width = width_of(ui, figure);
    if (x + width > row.x1) return;
    draw_figure(frame, {x, row.y0 + ui.px(2), x + width, row.y1 - ui.px(2)}, figure);
    x += width + ui.px(6);
  }
}

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
      return note(ui, area, view.snapshot()->settled ? "Counting…" : view.waiting_words());
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
    draw_text(ui.face().ui, {area.x0, area.y0 + ui.px(6)}, ui.color().faint, text);
  }

  /// What all of it is about; anew when that changes.
  void tell_scope(const TraceView& view, const std::shared_ptr<const StepTable>& steps) {
    const WindowKind window = view.insights.window();
    if (told_of_ == steps && told_range_ == view.insights.range() && told_window_ == window &&
        !facts_.empty())
      return;
    told_of_ = steps;
    told_window_ = window;
    told_range_ = view.insights.range();
    facts_ = scope_text(view, *steps);
  }

  static std::string scope_text(const TraceView& view, const StepTable& steps) {
    const auto all = static_cast<std::int64_t>(steps.rows.size());
    const auto warm_up =
        static_cast<std::int64_t>(std::ranges::count(steps.rows, true, &StepRow::warm_up));
    const std::string left_out =
        warm_up == 0 ? "" : ", " + format_count(warm_up) + " of warm-up left out";
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
  std::shared_ptr<const StepTable> told_of_;
  std::optional<TimeRange> told_range_;
  WindowKind told_window_ = WindowKind::Whole;
};

}  // namespace

std::unique_ptr<Pane> make_overview_pane(const TraceView& view) {
  return std::make_unique<OverviewPane>(view);
}

}  // namespace lanescope
