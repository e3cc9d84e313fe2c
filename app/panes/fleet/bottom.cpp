#include "app/panes/fleet/bottom.h"

#include <algorithm>
#include <array>

#include "app/widgets/menu.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

constexpr std::size_t kStragglers = 0, kLinks = 1, kRanks = 2, kFiles = 3;
constexpr std::array<std::string_view, 4> kTitles{"Stragglers", "Slow links", "Ranks", "Files"};
constexpr std::array<const DataTable FleetTables::*, kTitles.size()> kTables{
    &FleetTables::stragglers, &FleetTables::links, &FleetTables::ranks, &FleetTables::files};

}  // namespace

FleetBottom::FleetBottom(const FleetView& view, const std::function<void()>& wake) {
  const std::shared_ptr<const FleetContents>& all = view.contents();
  for (std::size_t i = 0; i < kTitles.size(); ++i) {
    const std::shared_ptr<const DataTable> table(all, &(all->tables.*kTables.at(i)));
    tables_.push_back(std::make_unique<RanksTable>(kTitles.at(i), table, wake));
  }
  if (all->tables.stragglers.rows.empty()) tab_ = all->tables.links.rows.empty() ? kRanks : kLinks;
}

std::span<const std::string_view> FleetBottom::titles() {
  return kTitles;
}

bool FleetBottom::busy() const {
  return std::ranges::any_of(tables_, [](const auto& table) { return table->busy(); });
}

bool FleetBottom::show_tab(std::string_view title) {
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    if (!std::ranges::equal(tables_[i]->title(), title, {}, lower_case, lower_case)) continue;
    tab_ = i;
    return true;
  }
  return false;
}

std::optional<std::uint32_t> FleetBottom::selected_in(const FleetView& view) const {
  if (!view.rank()) return std::nullopt;
  if (tab_ == kRanks) return static_cast<std::uint32_t>(*view.rank());
  if (tab_ != kStragglers) return std::nullopt;
  const auto& all = view.run().analysis.stragglers;
  const auto found = std::ranges::find(all, *view.rank(), &FleetStraggler::rank);
  if (found == all.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - all.begin());
}

bool FleetBottom::draw(const FleetFrame& frame, Rect tabs, Rect area) {
  const Ui& ui = frame.ui;
  tabs_.clear();
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const bool counts = i != kRanks;
    const auto rows = static_cast<int>(tables_[i]->table().rows.size());
    tabs_.push_back({tables_[i]->title(), counts ? rows : 0, i == kFiles});
  }
  const Rect row = tabs.inset(ui.px(12), 0);
  const std::size_t shown = area.empty() ? tabs_.size() : tab_;
  const TabRow result = tab_row(ui, row, tabs_, shown);
  const bool clicked = result.chosen != shown;
  if (clicked) tab_ = result.chosen;
  if (area.empty()) return clicked;
  tables_[tab_]->draw_facts(frame.ui, row, result.end_x);
  ImGui::PushClipRect(area.min(), area.max(), true);
  ImGui::PushID("fleet.bottom");
  const auto items = [this, &frame](std::uint32_t row_number) {
    if (tab_ != kRanks) return;
    if (menu_item(frame.ui, "Open this rank's trace", "double-click"))
      frame.view.want(row_number, std::nullopt);
    menu_separator(frame.ui);
  };
  follow(frame, tables_[tab_]->draw(ui, frame.palette, area, selected_in(frame.view), items));
  ImGui::PopID();
  ImGui::PopClipRect();
  return clicked;
}

void FleetBottom::follow(const FleetFrame& frame, const RanksTableEvents& events) const {
  FleetView& view = frame.view;
  if (events.clicked && tab_ == kStragglers) view.go_to_straggler(*events.clicked);
  if (events.clicked && tab_ == kLinks) view.go_to_link(*events.clicked);
  if (events.clicked && tab_ == kRanks) view.go_to(*events.clicked, std::nullopt);
  if (events.double_clicked && tab_ != kLinks && tab_ != kFiles && view.rank())
    view.want(*view.rank(), view.step());
}

}  // namespace lanescope
