#include "app/panes/ranks/bottom.h"

#include <algorithm>

#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/menu.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

constexpr std::size_t kRanks = 0, kCollectives = 1, kFiles = 3;
constexpr float kLeastFactsPx = 60;
constexpr const char* kCopyMenu = "ranks.copy.menu";

}  // namespace

RanksBottom::RanksBottom(const RanksView& view, const std::function<void()>& wake) {
  const std::shared_ptr<const RanksTables>& all = view.tables();
  const auto add = [&](std::string_view title, const DataTable RanksTables::*which) {
    tables_.push_back(std::make_unique<RanksTable>(
        title, std::shared_ptr<const DataTable>(all, &(all.get()->*which)), wake));
  };
  add("Ranks", &RanksTables::ranks);
  add("Collectives", &RanksTables::collectives);
  add("Transfers", &RanksTables::transfers);
  add("Files", &RanksTables::files);
}

bool RanksBottom::busy() const {
  return std::ranges::any_of(tables_, [](const auto& table) { return table->busy(); });
}

std::vector<std::string_view> RanksBottom::titles() const {
  std::vector<std::string_view> titles;
  for (const auto& table : tables_) titles.push_back(table->title());
  return titles;
}

bool RanksBottom::show_tab(std::string_view title) {
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    if (!std::ranges::equal(tables_[i]->title(), title, {}, lower_case, lower_case)) continue;
    tab_ = i;
    return true;
  }
  return false;
}

bool RanksBottom::draw(const RanksFrame& frame, Rect tabs, Rect area) {
  const Ui& ui = frame.ui;
  tabs_.clear();
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const auto problems = static_cast<int>(
        std::ranges::count(tables_[i]->table().rows, DataTone::Alert, &DataRow::tone));
    const bool files = i == kFiles;
    tabs_.push_back({tables_[i]->title(), files ? problems : 0, files});
  }
  const Rect row = tabs.inset(ui.px(12), 0);
  const std::size_t shown = area.empty() ? tabs_.size() : tab_;
  const TabRow result = tab_row(ui, row, tabs_, shown);
  const bool clicked = result.chosen != shown;
  if (clicked) tab_ = result.chosen;
  if (area.empty()) return clicked;
  draw_facts(frame, row, result.end_x);
  RanksTable& table = *tables_[tab_];
  ImGui::PushClipRect(area.min(), area.max(), true);
  ImGui::PushID("ranks.bottom");
  std::optional<std::uint32_t> selected;
  if (tab_ == kRanks && frame.view.rank())
    selected = static_cast<std::uint32_t>(*frame.view.rank());
  if (tab_ == kCollectives && frame.view.collective())
    selected = static_cast<std::uint32_t>(*frame.view.collective());
  follow(frame, table.draw(frame, area, selected));
  ImGui::PopID();
  ImGui::PopClipRect();
  return clicked;
}

void RanksBottom::follow(const RanksFrame& frame, const RanksTableEvents& events) const {
  RanksView& view = frame.view;
  if (tab_ == kRanks && events.double_clicked) {
    view.want(*events.double_clicked);
  } else if (tab_ == kRanks && events.clicked) {
    view.go_to_rank(*events.clicked);
  } else if (tab_ == kCollectives && events.clicked) {
    view.go_to_collective(*events.clicked);
  }
}

void RanksBottom::draw_facts(const RanksFrame& frame, Rect row, float from_x) {
  const Ui& ui = frame.ui;
  RanksTable& table = *tables_[tab_];
  const Rect copy = row.cut_right(ui.px(26));
  const float pad = (copy.height() - ui.px(26)) / 2;
  if (icon_button(ui, "ranks.copy", copy.inset(0, pad), icon::kCopy, "Copy the table"))
    ImGui::OpenPopup(kCopyMenu);
  if (begin_menu(ui, kCopyMenu)) {
    if (menu_item(ui, "Copy as CSV", "")) table.copy(FileFormat::Csv);
    if (menu_item(ui, "Copy as Markdown", "")) table.copy(FileFormat::Markdown);
    end_menu();
  }
  const Face& face = ui.face().small;
  const std::string& facts = table.table().facts;
  const float room = row.x1 - ui.px(8) - from_x - ui.px(20);
  if (facts.empty() || room < ui.px(kLeastFactsPx)) return;
  const float wide = std::min(text_width(face, facts) + 1, room);
  draw_text_fitted(*ImGui::GetWindowDrawList(), face,
                   {row.x1 - ui.px(8) - wide, centered_y(face, row.y0, row.y1)}, wide,
                   ui.color().dim, facts);
}

}  // namespace lanescope
