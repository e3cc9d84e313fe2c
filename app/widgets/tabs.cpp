#include "app/widgets/tabs.h"

#include <string>

#include "app/widgets/text.h"
#include "core/base/time.h"

namespace lanescope {

TabRow tab_row(const Ui& ui, Rect row, std::span<const Tab> tabs, std::size_t chosen) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().ui;
  const float height = ui.px(26);
  const float y = std::floor((row.y0 + row.y1 - height) / 2);
  float x = row.x0;
  TabRow result{chosen, x};
  for (std::size_t i = 0; i < tabs.size(); ++i) {
    const Tab& tab = tabs[i];
    const std::string badge = tab.badge > 0 ? format_count(tab.badge) : std::string();
    const float title_width = text_width(face, tab.title);
    const float badge_width = badge.empty() ? 0 : text_width(face, badge) + ui.px(6);
    const Rect rect{x, y, x + title_width + badge_width + ui.px(22), y + height};
    const Press press = press_area(ui, {"tab.", tab.title}, rect);
    if (press.clicked) result.chosen = i;
    const bool on = i == chosen;
    if (on || press.hovered) {
      list.AddRectFilled(rect.min(), rect.max(),
                         on ? ui.color().raised : faded(ui.color().raised, 0.6F), ui.px(6));
    }
    const float text_y = centered_y(face, rect.y0, rect.y1);
    draw_text(list, face, {x + ui.px(11), text_y}, on ? ui.color().text : ui.color().dim,
              tab.title);
    if (!badge.empty()) {
      draw_text(list, face, {x + ui.px(17) + title_width, text_y},
                tab.alert ? ui.color().warning : ui.color().faint, badge);
    }
    x = rect.x1 + ui.px(2);
    result.end_x = x;
  }
  return result;
}

}  // namespace lanescope
