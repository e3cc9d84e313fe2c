#include "app/shell/window/bottom_area.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/panes/pane/window_choice.h"
#include "app/shell/window/recorded_until.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tabs.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr float kLeastFactsPx = 60;

}  // namespace

void draw_bottom(const PaneFrame& frame, const Areas& areas, OpenTrace& trace, PaneSizes& sizes) {
  const Ui& ui = frame.ui;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!sizes.bottom_shown) {
    list.AddRectFilled(areas.bottom_line.min(), areas.bottom_line.max(), ui.color().line);
  }
  TracePanes& panes = *trace.panes;
  std::vector<Tab>& tabs = panes.tabs;
  tabs.clear();
  for (const auto& pane : panes.bottom) {
    const int badge = pane->badge(trace.view);
    tabs.push_back({pane->title(), badge, badge > 0 && pane->badge_alerts()});
  }
  Rect row = areas.tabs.inset(ui.px(12), 0);
  const std::size_t shown = sizes.bottom_shown ? trace.tab : tabs.size();
  // Kept free also where the open tab has no such choice: the tabs stay where they are.
  const float choice_px = window_choice_room(ui) + ui.px(12);
  draw_recorded_until(frame, row, row.x0 + row.width() / 2);
  const TabRow result = tab_row(ui, {row.x0, row.y0, row.x1 - choice_px, row.y1}, tabs, shown);
  if (result.chosen != shown) {
    trace.tab = result.chosen;
    sizes.bottom_shown = true;
  }
  if (areas.bottom.empty() || !sizes.bottom_shown) return;
  Pane& pane = open_pane(trace);
  ImGui::PushClipRect(areas.bottom.min(), areas.bottom.max(), true);
  ImGui::PushID("bottom");
  pane.draw(frame, areas.bottom);
  ImGui::PopID();
  ImGui::PopClipRect();
  const Face& face = ui.face().small;
  const std::string_view facts = pane.facts();
  if (pane.follows_window()) {
    const float facts_px = facts.empty() ? 0 : text_width(face, facts) + ui.px(24);
    draw_window_choice(frame, row, result.end_x + ui.px(12), facts_px);
    row.cut_right(ui.px(12));
  }
  const float room = row.x1 - ui.px(2) - result.end_x - ui.px(20);
  if (facts.empty() || room < ui.px(kLeastFactsPx)) return;
  const float wide = std::min(text_width(face, facts) + 1, room);
  const Rect place{row.x1 - ui.px(2) - wide, row.y0, row.x1 - ui.px(2), row.y1};
  draw_text_fitted(list, face, {place.x0, centered_y(face, row.y0, row.y1)}, wide, ui.color().dim,
                   facts);
  if (wide == room && ImGui::IsWindowHovered() && place.contains(ImGui::GetIO().MousePos))
    draw_hint(ui, place, facts);
}

}  // namespace lanescope
