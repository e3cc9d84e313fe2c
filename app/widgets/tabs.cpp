#include "app/widgets/tabs.h"

#include <algorithm>
#include <optional>
#include <string>

#include "app/widgets/button.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/menu.h"
#include "core/base/time.h"

namespace lanescope {

namespace {

constexpr const char* kMostMore = "More 99";
constexpr const char* kMoreMenu = "tabs.more";

std::string badge_text(const Tab& tab) {
  return tab.badge > 0 ? format_count(tab.badge) : std::string();
}

float tab_width(const Ui& ui, const Tab& tab) {
  const Face& face = ui.face().ui;
  const std::string badge = badge_text(tab);
  const float badge_px = badge.empty() ? 0 : text_width(face, badge) + ui.px(6);
  return text_width(face, tab.title) + badge_px + ui.px(22);
}

/// Draws a tab; true if it was clicked.
bool draw_tab(const Ui& ui, Rect rect, const Tab& tab, bool on) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().ui;
  const Press press = press_area(ui, {"tab.", tab.title}, rect);
  if (on || press.hovered) {
    list.AddRectFilled(rect.min(), rect.max(),
                       on ? ui.color().raised : faded(ui.color().raised, 0.6F), ui.px(6));
  }
  const float text_y = centered_y(face, rect.y0, rect.y1);
  draw_text(list, face, {rect.x0 + ui.px(11), text_y}, on ? ui.color().text : ui.color().dim,
            tab.title);
  const std::string badge = badge_text(tab);
  if (!badge.empty()) {
    draw_text(list, face, {rect.x0 + ui.px(17) + text_width(face, tab.title), text_y},
              tab.alert ? ui.color().warning : ui.color().faint, badge);
  }
  return press.clicked;
}

/// How many tabs fit next to "More" and the widest tab, or all if all fit. Independent of the
/// selection: selecting a tab must not move the others.
std::size_t fitting_tabs(const Ui& ui, float room, std::span<const Tab> tabs) {
  float all = 0;
  float widest = 0;
  for (const Tab& tab : tabs) {
    const float width = tab_width(ui, tab) + ui.px(2);
    all += width;
    widest = std::max(widest, width);
  }
  if (all <= room) return tabs.size();
  float left = room - menu_button_width(ui, kMostMore) - widest;
  std::size_t count = 0;
  for (; count < tabs.size(); ++count) {
    left -= tab_width(ui, tabs[count]) + ui.px(2);
    if (left < 0) break;
  }
  return count;
}

/// A dot on "More" if a hidden tab needs attention.
void draw_alert(const Ui& ui, Rect more, std::span<const Tab> hidden,
                std::optional<std::size_t> chosen) {
  const auto asks = [&](const Tab& tab) {
    const bool seen = chosen && &tab == &hidden[*chosen];
    return tab.alert && tab.badge > 0 && !seen;
  };
  if (std::ranges::none_of(hidden, asks)) return;
  ImGui::GetWindowDrawList()->AddCircleFilled({more.x1 - ui.px(5), more.y0 + ui.px(7)}, ui.px(3),
                                              ui.color().warning);
  ui.mark("tabs.alert", more);
}

/// The tab that was selected from "More", or nullopt.
std::optional<std::size_t> draw_more(const Ui& ui, Rect more, std::span<const Tab> hidden,
                                     std::optional<std::size_t> chosen) {
  if (menu_button(ui, kMoreMenu, more, "More " + std::to_string(hidden.size())))
    open_menu_at(ui, more, kMoreMenu);
  if (!begin_menu(ui, kMoreMenu)) return std::nullopt;
  std::optional<std::size_t> wanted;
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    if (menu_item(ui, hidden[i].title, badge_text(hidden[i]), true, chosen == i)) wanted = i;
  }
  end_menu();
  return wanted;
}

}  // namespace

TabRow tab_row(const Ui& ui, Rect row, std::span<const Tab> tabs, std::size_t chosen) {
  const float height = ui.px(26);
  const float y = std::floor((row.y0 + row.y1 - height) / 2);
  TabRow result{chosen, row.x0};
  const auto draw = [&](std::size_t i) {
    const Rect rect{result.end_x, y, result.end_x + tab_width(ui, tabs[i]), y + height};
    if (draw_tab(ui, rect, tabs[i], i == chosen)) result.chosen = i;
    result.end_x = rect.x1 + ui.px(2);
  };
  const std::size_t fitting = fitting_tabs(ui, row.width(), tabs);
  for (std::size_t i = 0; i < fitting; ++i) draw(i);
  if (fitting == tabs.size()) return result;
  const std::span<const Tab> hidden = tabs.subspan(fitting);
  const Rect more{result.end_x, y, result.end_x + menu_button_width(ui, kMostMore), y + height};
  result.end_x = more.x1 + ui.px(2);
  const auto behind =
      chosen >= fitting && chosen < tabs.size() ? std::optional(chosen - fitting) : std::nullopt;
  draw_alert(ui, more, hidden, behind);
  if (const auto wanted = draw_more(ui, more, hidden, behind)) result.chosen = fitting + *wanted;
  if (behind) draw(chosen);
  return result;
}

}  // namespace lanescope
