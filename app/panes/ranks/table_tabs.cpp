#include "app/panes/ranks/table_tabs.h"

#include <algorithm>
#include <utility>

#include "core/base/text/ascii_case.h"

namespace lanescope {

void RanksTableTabs::add(std::string_view title, std::shared_ptr<const DataTable> table,
                         const std::function<void()>& wake) {
  tables_.push_back(std::make_unique<RanksTable>(title, std::move(table), wake));
}

bool RanksTableTabs::show_tab(std::string_view title) {
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    if (!std::ranges::equal(tables_[i]->title(), title, {}, lower_case, lower_case)) continue;
    open_ = i;
    return true;
  }
  return false;
}

bool RanksTableTabs::busy() const {
  return std::ranges::any_of(tables_, [](const auto& table) { return table->busy(); });
}

bool RanksTableTabs::draw_row(const Ui& ui, Rect row, bool folded, const Badges& badges) {
  tabs_.clear();
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const Badge badge = badges(i, tables_[i]->table());
    tabs_.push_back({tables_[i]->title(), badge.count, badge.alert});
  }
  row = row.inset(ui.px(12), 0);
  const std::size_t shown = folded ? tabs_.size() : open_;
  const TabRow result = tab_row(ui, row, tabs_, shown);
  const bool clicked = result.chosen != shown;
  if (clicked) open_ = result.chosen;
  if (!folded) tables_[open_]->draw_facts(ui, row, result.end_x);
  return clicked;
}

RanksTableEvents RanksTableTabs::draw_open(const Ui& ui, const RolePalette& palette, Rect area,
                                           std::optional<std::uint32_t> selected,
                                           const std::function<void(std::uint32_t row)>& items) {
  ImGui::PushClipRect(area.min(), area.max(), true);
  ImGui::PushID(this);
  const RanksTableEvents events = tables_[open_]->draw(ui, palette, area, selected, items);
  ImGui::PopID();
  ImGui::PopClipRect();
  return events;
}

}  // namespace lanescope
