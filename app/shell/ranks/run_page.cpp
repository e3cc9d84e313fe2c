#include "app/shell/ranks/run_page.h"

#include "app/shell/ranks/fleet_page.h"
#include "app/shell/ranks/history_page.h"
#include "app/shell/ranks/ranks_page.h"
#include "app/widgets/draw/paint.h"

namespace lanescope {
RanksTableTabs* table_tabs(const OpenRanks& ranks) {
  if (ranks.fleet_panes) return &ranks.fleet_panes->tables();
  if (ranks.history_panes) return &ranks.history_panes->tables();
  return ranks.panes ? &ranks.panes->tables() : nullptr;
}

void unfold_tables(PaneSizes& sizes, const Areas& areas) {
  // Where the ranks have taken all of the height, the table takes it from them.
  if (sizes.bottom_shown && areas.bottom.empty()) sizes.bottom_maximized = true;
  sizes.bottom_shown = true;
}

void draw_run_status(const Ui& ui, Rect line, std::string_view facts, std::string_view hints) {
  fill_rect(line, ui.color().raised);
  const Face& face = ui.face().small;
  const float y = centered_y(face, line);
  const float hints_px = text_width(face, hints) + ui.px(24);
  const float room = line.width() - ui.px(28);
  draw_text_fitted(face, {line.x0 + ui.px(14), y}, room, ui.color().dim, facts);
  if (text_width(face, facts) + hints_px < room)
    draw_text_right(face, line.x1 - ui.px(14), y, ui.color().faint, hints);
}

}  // namespace lanescope
