#include "app/shell/window/tab_facts.h"

#include <algorithm>
#include <string>

#include "app/panes/pane/row_count.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tooltip.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kDot = " · ";
constexpr float kLeastPx = 60, kGapPx = 20, kEndPx = 2;
/// The button beside the count has a margin of its own.
constexpr float kLowGapPx = 6, kIntoGapPx = 8;

}  // namespace

std::string_view parts_that_fit(const Face& face, std::string_view facts, float width_px) {
  while (text_width(face, facts) > width_px) {
    const std::size_t dot = facts.rfind(kDot);
    if (dot == std::string_view::npos) break;
    facts = facts.substr(0, dot);
  }
  return facts;
}

void draw_tab_facts(const Ui& ui, Rect row, float from_x, std::string_view facts) {
  const Face& face = ui.face().small;
  const float room = row.x1 - ui.px(kEndPx) - from_x - ui.px(kGapPx);
  if (facts.empty() || room < ui.px(kLeastPx)) return;
  const std::string_view shown = parts_that_fit(face, facts, room - 1);
  const float wide = std::min(text_width(face, shown) + 1, room);
  const Rect place{row.x1 - ui.px(kEndPx) - wide, row.y0, row.x1 - ui.px(kEndPx), row.y1};
  draw_text_fitted(face, {place.x0, centered_y(face, row)}, wide, ui.color().dim, shown);
  const bool whole = shown.size() == facts.size() && wide < room;
  if (!whole && ImGui::IsWindowHovered() && place.contains(ImGui::GetIO().MousePos))
    draw_hint(ui, place, facts);
}

bool draw_row_count(const PaneFrame& frame, Pane& pane, Rect row, float from_x) {
  auto* const counted_pane = dynamic_cast<RowCount*>(&pane);
  if (counted_pane == nullptr) return false;
  const auto rows = counted_pane->count_rows(frame.view);
  if (!rows) return true;
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  const std::string words = counted(*rows, "row");
  const float x1 = row.x1 + ui.px(kIntoGapPx);
  const Rect place{x1 - text_width(face, words), row.y0, x1, row.y1};
  if (place.x0 < from_x + ui.px(kLowGapPx)) return true;
  ui.mark("bottom.row_count", place);
  draw_text(face, {place.x0, centered_y(face, row)}, ui.color().dim, words);
  return true;
}

}  // namespace lanescope
