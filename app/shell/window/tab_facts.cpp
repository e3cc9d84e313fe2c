#include "app/shell/window/tab_facts.h"

#include <string>

#include "app/panes/pane/row_count.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/facts.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kLeastPx = 60, kGapPx = 20, kEndPx = 2;
/// The button beside the count has a margin of its own.
constexpr float kLowGapPx = 6, kIntoGapPx = 8;

}  // namespace

void draw_tab_facts(const Ui& ui, Rect row, float from_x, std::string_view facts) {
  const Rect room{from_x + ui.px(kGapPx), row.y0, row.x1 - ui.px(kEndPx), row.y1};
  if (room.width() >= ui.px(kLeastPx)) draw_right_facts(ui, room, facts);
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
