#include "app/panes/overview/figures.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "app/panes/pane/trace_actions.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

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
                                   tooltip_sentence(figure.meaning, c.dim),
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
    go_to_named(frame.view, figure.event);
  } else if (figure.gap) {
    go_to_whole_gap(frame.view, *figure.gap);
  } else if (!figure.tab.empty()) {
    frame.view.requests.emplace_back(ShowTab{figure.tab});
  }
}

}  // namespace

float key_figures_px(const Ui& ui) {
  return ui.px(kFiguresPx);
}

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

}  // namespace lanescope
