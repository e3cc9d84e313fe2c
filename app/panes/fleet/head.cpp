#include "app/panes/fleet/head.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "app/panes/fleet/cells.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kLinePx = 26, kMarginPx = 6, kPadPx = 14, kGapPx = 8;
constexpr float kScalePx = 80, kSidePx = 9, kWordsPx = 6;
constexpr float kWithNotesPx = 260;  // in less height there is only the sentence
constexpr std::size_t kMostLines = 3;
constexpr const char* kMeasureMenu = "fleet.measures";
constexpr const char* kSortMenu = "fleet.sorts";
constexpr std::array kShown{Segment{"Largest", ""}, Segment{"Mean", ""}};

/// About the run, or with another one beside it about what changed.
const std::string& first_line(const FleetView& view) {
  return view.comparison() != nullptr ? view.comparison()->sentence : view.run().sentence;
}

/// The lines that a sentence takes, at most kMostLines.
std::size_t lines_of(const Face& face, std::string_view text, float width_px) {
  const float height = draw_text_wrapped(nullptr, face, {}, width_px, 0, text);
  const auto lines = static_cast<std::size_t>(std::lround(height / face.size_px));
  return std::clamp<std::size_t>(lines, 1, kMostLines);
}

float sentence_px(const Ui& ui, const Face& face, std::string_view text, float width_px) {
  return ui.px(kLinePx) + static_cast<float>(lines_of(face, text, width_px) - 1) * face.size_px;
}

void draw_sentence_line(const Ui& ui, const Face& face, Rect rect, ImU32 color,
                        std::string_view text) {
  const float y = std::floor(rect.y0 + (ui.px(kLinePx) - face.size_px) / 2);
  const std::size_t lines = lines_of(face, text, rect.width());
  draw_text_wrapped(ImGui::GetWindowDrawList(), face, {rect.x0, y}, rect.width(), color, text,
                    kMostLines);
  const bool cut = draw_text_wrapped(nullptr, face, {}, rect.width(), 0, text) >
                   (static_cast<float>(lines) + 0.5F) * face.size_px;
  if (!cut || !ImGui::IsWindowHovered() || !rect.contains(ImGui::GetIO().MousePos)) return;
  const TooltipLine whole[] = {{"", text, 0, &ui.face().ui}};
  draw_tooltip(ui, ImGui::GetIO().MousePos, whole);
}

float legend_px(const Ui& ui, const WallLegend& words) {
  const Face& face = ui.face().small;
  float px =
      text_width(face, words.least) + text_width(face, words.most) + ui.px(kScalePx + 2 * kWordsPx);
  for (const std::string* const text : {&words.outliers, &words.not_counted}) {
    if (!text->empty()) px += text_width(face, *text) + ui.px(kSidePx + 4 * kWordsPx);
  }
  return px;
}

bool draws_together(const FleetFrame& frame) {
  const auto least_px = static_cast<double>(frame.ui.px(kLeastWallCellPx));
  return frame.view.row_px() < least_px || frame.view.step_px() < least_px;
}

float choosers_px(const FleetFrame& frame) {
  const Ui& ui = frame.ui;
  return menu_button_width(ui, wall_measure_title(frame.view.measure())) +
         menu_button_width(ui, wall_sort_title(frame.view.sort())) +
         (draws_together(frame) ? segments_width(ui, kShown) + ui.px(kGapPx) : 0) +
         ui.px(2 * kGapPx);
}

bool legend_has_own_row(const FleetFrame& frame, float width_px) {
  return frame.view.grid() != nullptr &&
         choosers_px(frame) + legend_px(frame.ui, frame.view.legend()) > width_px;
}

}  // namespace

float FleetHead::height_px(const FleetFrame& frame, Rect area) {
  const Ui& ui = frame.ui;
  const float width_px = area.width() - ui.px(2 * kPadPx);
  float px = ui.px(2 * kMarginPx + kLinePx) +
             sentence_px(ui, ui.face().strong, first_line(frame.view), width_px);
  if (legend_has_own_row(frame, width_px)) px += ui.px(kLinePx);
  if (area.height() >= ui.px(kWithNotesPx))
    px += sentence_px(ui, ui.face().ui, frame.view.facts(), width_px);
  return std::min(px, area.height());
}

void FleetHead::draw(const FleetFrame& frame, Rect head) {
  const Ui& ui = frame.ui;
  fill_rect(head, ui.color().panel);
  fill_rect({head.x0, head.y1 - 1, head.x1, head.y1}, ui.color().line);
  ImGui::PushClipRect(head.min(), head.max(), true);
  Rect inner = head.inset(ui.px(kPadPx), ui.px(kMarginPx));
  const Rect sentence =
      inner.cut_top(sentence_px(ui, ui.face().strong, first_line(frame.view), inner.width()));
  ui.mark("fleet.sentence", sentence);
  draw_sentence_line(ui, ui.face().strong, sentence, ui.color().text, first_line(frame.view));
  const bool own_row = legend_has_own_row(frame, inner.width());
  if (inner.height() > ui.px(kLinePx * (own_row ? 2.5F : 1.5F))) {
    const std::string& facts = frame.view.facts();
    const Rect second = inner.cut_top(sentence_px(ui, ui.face().ui, facts, inner.width()));
    ui.mark("fleet.notes", second);
    draw_sentence_line(ui, ui.face().ui, second, ui.color().dim, facts);
  }
  end_px_ = inner.y0;
  Rect row = inner.cut_top(ui.px(kLinePx));
  draw_measures(frame, row);
  draw_sorts(frame, row);
  draw_shown(frame, row);
  draw_legend(frame, own_row ? inner : row);
  ImGui::PopClipRect();
}

void FleetHead::draw_measures(const FleetFrame& frame, Rect& row) {
  const Ui& ui = frame.ui;
  FleetView& view = frame.view;
  const std::string title = wall_measure_title(view.measure());
  const Rect button = row.cut_left(std::min(menu_button_width(ui, title), row.width()));
  row.cut_left(ui.px(kGapPx));
  if (menu_button(ui, kMeasureMenu, button, title, true)) open_menu_at(ui, button, kMeasureMenu);
  if (!begin_menu(ui, kMeasureMenu)) return;
  bool causes = false;
  for (const WallMeasure& measure : view.contents()->measures) {
    if (measure.kind == WallKind::IdleClass && !std::exchange(causes, true)) menu_separator(ui);
    if (menu_item(ui, wall_measure_title(measure), "", true, measure == view.measure()))
      view.set_measure(measure);
  }
  end_menu();
}

void FleetHead::draw_sorts(const FleetFrame& frame, Rect& row) {
  const Ui& ui = frame.ui;
  FleetView& view = frame.view;
  const std::string title = wall_sort_title(view.sort());
  const Rect button = row.cut_left(std::min(menu_button_width(ui, title), row.width()));
  row.cut_left(ui.px(kGapPx));
  if (menu_button(ui, kSortMenu, button, title, true)) open_menu_at(ui, button, kSortMenu);
  if (!begin_menu(ui, kSortMenu)) return;
  for (const WallSort& sort : view.contents()->sorts) {
    if (menu_item(ui, wall_sort_title(sort), "", true, sort == view.sort())) view.set_sort(sort);
  }
  end_menu();
}

/// Only where cells are too small to be drawn one by one.
void FleetHead::draw_shown(const FleetFrame& frame, Rect& row) {
  const Ui& ui = frame.ui;
  const float wide = segments_width(ui, kShown);
  if (!draws_together(frame) || wide > row.width()) return;
  const Rect segments = row.cut_left(wide);
  row.cut_left(ui.px(kGapPx));
  const auto chosen =
      draw_segments(ui, "fleet.shown.", segments, kShown, frame.view.shows_mean ? 1 : 0);
  if (chosen) frame.view.shows_mean = *chosen == 1;
}

void FleetHead::draw_legend(const FleetFrame& frame, Rect row) {
  const WallGrid* grid = frame.view.grid();
  if (grid == nullptr || grid->scale.values == 0) return;
  const Ui& ui = frame.ui;
  const WallDifference* difference = frame.view.difference();
  if (difference != nullptr && grid->scale.most <= 0) return;  // nothing changed
  const WallLegend& words = frame.view.legend();
  const WallPalette& palette = wall_palette(frame.palette);
  const Face& face = ui.face().small;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  row.y1 = row.y0 + ui.px(kLinePx);
  float x = std::max(row.x0, row.x1 - legend_px(ui, words));
  ui.mark("fleet.legend", {x, row.y0, row.x1, row.y1});
  const float y = centered_y(face, row);
  const float top = std::floor((row.y0 + row.y1 - ui.px(kSidePx)) / 2);
  draw_text(list, face, {x, y}, ui.color().dim, words.least);
  x += text_width(face, words.least) + ui.px(kWordsPx);
  const float wide = ui.px(kScalePx);
  const Rect scale{x, top, x + wide, top + ui.px(kSidePx)};
  if (difference != nullptr)
    draw_shades(change_ink(frame, *difference), scale);
  else
    draw_shades(palette, scale);
  x += wide + ui.px(kWordsPx);
  draw_text(list, face, {x, y}, ui.color().dim, words.most);
  x += text_width(face, words.most);
  const auto add = [&](const std::string& text, ImU32 color) {
    if (text.empty()) return;
    x += ui.px(3 * kWordsPx);
    const Rect swatch{x, top, x + ui.px(kSidePx), top + ui.px(kSidePx)};
    list.AddRectFilled(swatch.min(), swatch.max(), color, ui.px(2));
    list.AddRect(swatch.min(), swatch.max(), ui.color().line, ui.px(2));
    x += ui.px(kSidePx + kWordsPx);
    draw_text(list, face, {x, y}, ui.color().dim, text);
    x += text_width(face, text);
  };
  add(words.outliers, palette.outlier);
  add(words.not_counted, palette.not_counted);
}

}  // namespace lanescope
