// The run at a glance: key figures, how the GPUs' time is spent, and each step. For the selected
// range, else for the chosen window.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/panes/overview/functions.h"
#include "app/panes/overview/steps.h"
#include "app/panes/pane/holds_events.h"
#include "app/panes/pane/pane.h"
#include "app/panes/pane/trace_actions.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/tooltip.h"
#include "core/view/colors/idle_look.h"
#include "core/view/memory/text.h"
#include "core/view/overview/breakdown_figures.h"
#include "core/view/overview/breakdown_model.h"
#include "core/view/overview/foreign_trace.h"
#include "core/view/text/empty_file.h"
#include "core/view/text/time_text.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

// The bars of the Overview tab: how each GPU's time is spent, and their legend.

constexpr float kBarRowPx = 46;
constexpr float kBarPx = 18;
constexpr float kIdleStripPx = 6;  // the colored bottom of an idle part
constexpr float kLegendRowPx = 20;
constexpr float kLegendColumnPx = 250;
constexpr float kNumberGapPx = 10;   // before the time and the share
constexpr float kLeastWordsPx = 48;  // narrower parts do not show their time
constexpr float kWheelPx = 60;

ImU32 color_of_part(const PaneFrame& frame, const BreakdownPart& part) {
  if (part.cause) return packed(idle_color(frame.palette, *part.cause).fill);
  return part.role ? frame.palette.fill_of(*part.role, 0) : frame.ui.color().faint;
}

/// The part's color, hatched as in the lanes.
void fill_part(const PaneFrame& frame, const BreakdownPart& part, Rect rect, float rounding_px) {
  fill_rect(rect, color_of_part(frame, part), rounding_px);
  if (part.cause && look_of(*part.cause).hatched)
    paint_idle_hatch(frame.ui, *ImGui::GetWindowDrawList(), rect);
}

/// Without "idle, ", which the half-filled square next to it already says.
std::string_view short_title(const BreakdownPart& part) {
  constexpr std::string_view kIdle = "idle, ";
  const std::string_view title = part.title;
  return title.starts_with(kIdle) ? title.substr(kIdle.size()) : title;
}

void explain_part(const PaneFrame& frame, const BreakdownPart& part) {
  const Ui& ui = frame.ui;
  const std::array lines{
      TooltipLine{"", part.title, 0, &ui.face().strong},
      TooltipLine{"", part.meaning, ui.color().dim, &ui.face().ui},
      TooltipLine{"Time", part.length_text, 0, &ui.face().mono},
      TooltipLine{"Share", part.share_text, 0, &ui.face().mono},
      TooltipLine{"", "Click to go to the longest gap", ui.color().accent, &ui.face().small}};
  draw_tooltip(ui, ImGui::GetIO().MousePos,
               std::span(lines).first(part.gap ? lines.size() : lines.size() - 1),
               color_of_part(frame, part));
}

/// A part of a bar or its row in the legend: explained under the mouse; a click on idle time goes
/// to the gap that it cost the most.
void attend_part(const PaneFrame& frame, const BreakdownPart& part, WidgetName name, Rect rect) {
  if (!part.gap) {
    frame.ui.mark(name, rect);
    if (ImGui::IsWindowHovered() && rect.contains(ImGui::GetIO().MousePos))
      explain_part(frame, part);
    return;
  }
  const Press press = press_area(frame.ui, name, rect);
  if (press.hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain_part(frame, part);
  }
  if (press.clicked) go_to_whole_gap(frame.view, *part.gap);
}

class BreakdownBars {
 public:
  void draw(const PaneFrame& frame, Rect area, const Breakdown& breakdown) {
    const Ui& ui = frame.ui;
    if (breakdown.bars.empty()) {
      draw_text_wrapped(ui.face().ui, area.min(), area.width(), ui.color().dim, breakdown.missing);
      return;
    }
    if (ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos))
      scroll_px_ -= ImGui::GetIO().MouseWheel * ui.px(kWheelPx);
    scroll_px_ = clamped_scroll(scroll_px_, content_px_, area.height());
    ImGui::PushClipRect(area.min(), area.max(), true);
    Rect rest{area.x0, area.y0 - std::floor(scroll_px_), area.x1 - ui.px(12), 1e6F};
    const float top = rest.y0;
    const std::optional<std::size_t> legend_of = hovered_;
    hovered_.reset();
    for (std::size_t i = 0; i < breakdown.bars.size(); ++i)
      draw_bar(frame, rest.cut_top(ui.px(kBarRowPx)), breakdown.bars[i], i);
    rest.cut_top(ui.px(4));
    const bool one = legend_of && *legend_of < breakdown.bars.size();
    const BreakdownBar& bar = one ? breakdown.bars[*legend_of] : breakdown.all;
    content_px_ = rest.y0 + draw_legend(frame, rest, bar) - top;
    scroll_px_ = scrollbar(ui, "overview.bars", area, content_px_, scroll_px_);
    ImGui::PopClipRect();
  }

 private:
  void draw_bar(const PaneFrame& frame, Rect row, const BreakdownBar& bar, std::size_t number) {
    const Ui& ui = frame.ui;
    const float facts_px = text_width(ui.face().small, bar.facts);
    draw_text_right(ui.face().small, row.x1, row.y0 + ui.px(2), ui.color().dim, bar.facts);
    draw_text_fitted(ui.face().ui, {row.x0, row.y0 + ui.px(1)}, row.width() - facts_px - ui.px(10),
                     ui.color().text, bar.title);
    const float y0 = row.y0 + ui.px(19);
    ui.mark({"bars.", bar.title}, {row.x0, y0, row.x1, y0 + ui.px(kBarPx)});
    ImGui::PushID(static_cast<int>(number));  // the bars have parts of the same names
    draw_parts(frame, {row.x0, y0, row.x1, y0 + ui.px(kBarPx)}, bar);
    ImGui::PopID();
    if (row.contains(ImGui::GetIO().MousePos) && ImGui::IsWindowHovered()) hovered_ = number;
  }
  void draw_parts(const PaneFrame& frame, Rect rect, const BreakdownBar& bar) {
    const Ui& ui = frame.ui;
    fill_rect(rect, ui.color().raised, ui.px(2));
    double before = 0;
    for (const BreakdownPart& part : bar.parts) {
      const auto x_at = [&](double share) {
        return std::round(rect.x0 + rect.width() * static_cast<float>(share));
      };
      // Keeps very short parts visible.
      const float x0 = std::min(x_at(before), rect.x1 - 1);
      before += part.share;
      const float x1 = std::max(std::min(x_at(before), rect.x1), x0 + 1);
      const Rect piece{x0, rect.y0, x1, rect.y1};
      const float gap = x1 - x0 > 3 ? 1.0F : 0.0F;
      const float y0 = part.idle ? piece.y1 - ui.px(kIdleStripPx) : piece.y0;
      fill_part(frame, part, {x0, y0, x1 - gap, piece.y1}, 0);
      if (!part.idle && text_width(ui.face().slice, part.share_text) + ui.px(10) < x1 - x0) {
        draw_text(ui.face().slice, {x0 + ui.px(5), centered_y(ui.face().slice, piece)},
                  frame.palette.text_of(*part.role, 0), part.share_text);
      }
      attend_part(frame, part, {"bar.", part.title}, piece);
    }
  }
  float draw_legend(const PaneFrame& frame, Rect area, const BreakdownBar& bar) {
    const Ui& ui = frame.ui;
    const float gap = ui.px(24);
    const auto fit = static_cast<std::size_t>(
        std::max(1.0F, std::floor((area.width() + gap) / (ui.px(kLegendColumnPx) + gap))));
    const std::size_t columns = std::min<std::size_t>(fit, 2);
    const std::size_t rows = (bar.parts.size() + columns - 1) / columns;
    const float width =
        (area.width() - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float side = ui.px(9);
    float length_px = 0, share_px = 0;
    for (const BreakdownPart& part : bar.parts) {
      length_px = std::max(length_px, text_width(ui.face().mono, part.length_text));
      share_px = std::max(share_px, text_width(ui.face().mono, part.share_text));
    }
    length_px += ui.px(kNumberGapPx);
    share_px += ui.px(kNumberGapPx);
    for (std::size_t i = 0; i < bar.parts.size(); ++i) {
      const BreakdownPart& part = bar.parts[i];
      const std::size_t column = i / rows;
      const float x0 = area.x0 + (width + gap) * static_cast<float>(column);
      const float y0 = area.y0 + ui.px(kLegendRowPx) * static_cast<float>(i % rows);
      const Rect row{x0, y0, x0 + width, y0 + ui.px(kLegendRowPx)};
      const float mark_y = std::floor((row.y0 + row.y1 - side) / 2);
      const float mark_top = part.idle ? mark_y + side / 2 : mark_y;
      fill_part(frame, part, {row.x0, mark_top, row.x0 + side, mark_y + side}, ui.px(2));
      const float share_x = row.x1 - share_px;
      const float text_y = centered_y(ui.face().ui, row);
      const float mono_y = centered_y(ui.face().mono, row);
      const float words_x = row.x0 + ui.px(17);
      const float all_px = share_x - words_x;
      const bool with_length = all_px - length_px >= ui.px(kLeastWordsPx);
      const float words_px = with_length ? all_px - length_px : all_px;
      const bool whole = text_width(ui.face().ui, part.title) <= words_px;
      draw_text_fitted(ui.face().ui, {words_x, text_y}, words_px, ui.color().dim,
                       whole ? std::string_view(part.title) : short_title(part));
      if (with_length)
        draw_text_right(ui.face().mono, share_x, mono_y, ui.color().dim, part.length_text);
      draw_text_right(ui.face().mono, row.x1, mono_y, ui.color().text, part.share_text);
      attend_part(frame, part, {"legend.", part.title}, row);
    }
    return ui.px(kLegendRowPx) * static_cast<float>(rows);
  }

  float scroll_px_ = 0;
  float content_px_ = 0;
  std::optional<std::size_t> hovered_;  // the bar that the legend is about, as of the last frame
};

// The row of key figures at the top of the Overview tab.

constexpr float kFiguresPx = 62;
constexpr float kFigurePadPx = 10;
constexpr float kLeastFigurePx = 96;
constexpr float kNotePadPx = 6;  // above the words that stand for missing figures

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
  const bool leads_on = !figure.tab.empty() || figure.leads_to_lanes();
  const std::string hint = figure.leads_to_lanes() ? "Click to show on the timeline"
                                                   : "Click to open " + std::string(figure.tab);
  lines[2].text = hint;
  draw_tooltip(ui, ImGui::GetIO().MousePos, std::span(lines).first(leads_on ? 3 : 2));
}

void draw_figure(const PaneFrame& frame, Rect rect, const KeyFigure& figure) {
  const Ui& ui = frame.ui;
  const Colors& c = ui.color();
  const bool leads_on = !figure.tab.empty() || figure.leads_to_lanes();
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
  } else if (figure.gap) {
    go_to_whole_gap(frame.view, *figure.gap);
  } else if (!figure.tab.empty()) {
    frame.view.requests.emplace_back(ShowTab{figure.tab});
  }
}

/// The height of the row.
float key_figures_px(const Ui& ui) {
  return ui.px(kFiguresPx);
}

/// As many figures as fit; a click goes to the figure's source.
void draw_key_figures(const PaneFrame& frame, Rect row, const KeyFigures& figures) {
  const Ui& ui = frame.ui;
  float x = row.x0;
  if (figures.empty()) {
    draw_text(ui.face().ui, {x + ui.px(kFigurePadPx), row.y0 + ui.px(kNotePadPx)}, ui.color().faint,
              kNoKeyFigures);
  }
  for (const KeyFigure& figure : figures) {
    const float width = width_of(ui, figure);
    if (x + width > row.x1) return;
    draw_figure(frame, {x, row.y0 + ui.px(2), x + width, row.y1 - ui.px(2)}, figure);
    x += width + ui.px(6);
  }
}

constexpr std::string_view kForeignWords =
    "This trace has no PyTorch or GPU events. Drag over the lanes to summarize a time range in "
    "Selection; Flame shows which call path costs time.";
constexpr float kPadPx = 14;
constexpr float kColumnGapPx = 36;
constexpr float kBarsShare = 0.44F;  // of the width, if there are steps next to them
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
    bars_.draw(frame, area.cut_left(bars_px), *breakdown.value);
    if (narrow) return;
    area.cut_left(ui.px(kColumnGapPx) - ui.px(12));
    if (steps.value->rows.empty() && host.value && !host.value->empty())
      return draw_top_functions(frame, area, *host.value);
    chart_.draw(frame, area, steps.value);
  }

 private:
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
    draw_text_wrapped(ui.face().ui, {area.x0, area.y0 + ui.px(6)}, area.width(), ui.color().text,
                      nothing_words(*frame.view.snapshot()));
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
