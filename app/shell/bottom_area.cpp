#include "app/shell/bottom_area.h"

#include <string_view>
#include <vector>

#include "app/widgets/tabs.h"
#include "app/widgets/text.h"

namespace lanescope {

void draw_bottom(const PaneFrame& frame, const Areas& areas, OpenTrace& trace, PaneSizes& sizes) {
  const Ui& ui = frame.ui;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!sizes.bottom_shown) {
    list.AddRectFilled(areas.bottom_line.min(), areas.bottom_line.max(), ui.color().line);
  }
  std::vector<Tab>& tabs = trace.tabs;
  tabs.clear();
  for (const auto& pane : trace.bottom) {
    const int badge = pane->badge(trace.view);
    tabs.push_back({pane->title(), badge, badge > 0 && pane->badge_alerts()});
  }
  const Rect row = areas.tabs.inset(ui.px(12), 0);
  const std::size_t shown = sizes.bottom_shown ? trace.tab : tabs.size();
  const TabRow result = tab_row(ui, row, tabs, shown);
  if (result.chosen != shown) {
    trace.tab = result.chosen;
    sizes.bottom_shown = true;
  }
  if (areas.bottom.empty() || !sizes.bottom_shown) return;
  Pane& pane = *trace.bottom[trace.tab];
  ImGui::PushClipRect(areas.bottom.min(), areas.bottom.max(), true);
  ImGui::PushID("bottom");
  pane.draw(frame, areas.bottom);
  ImGui::PopID();
  ImGui::PopClipRect();
  const Face& face = ui.face().small;
  const std::string_view facts = pane.facts();
  if (result.end_x + ui.px(20) + text_width(face, facts) < row.x1) {
    draw_text_right(list, face, row.x1 - ui.px(2), centered_y(face, row.y0, row.y1), ui.color().dim,
                    facts);
  }
}

}  // namespace lanescope
