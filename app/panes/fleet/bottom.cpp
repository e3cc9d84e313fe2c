#include "app/panes/fleet/bottom.h"

#include <algorithm>
#include <array>

#include "app/widgets/menu.h"

namespace lanescope {
namespace {

constexpr std::size_t kStragglers = 0, kLinks = 1, kRanks = 2, kFiles = 3;
constexpr std::array<std::string_view, 4> kTitles{"Stragglers", "Slow links", "Ranks", "Files"};
constexpr std::array<const DataTable FleetTables::*, kTitles.size()> kTables{
    &FleetTables::stragglers, &FleetTables::links, &FleetTables::ranks, &FleetTables::files};

/// How many rows there are, except of all ranks; of files they are problems.
RanksTableTabs::Badge badge_of(std::size_t place, const DataTable& table) {
  return {place == kRanks ? 0 : static_cast<int>(table.rows.size()), place == kFiles};
}

}  // namespace

FleetBottom::FleetBottom(const FleetView& view, const std::function<void()>& wake) {
  const std::shared_ptr<const FleetContents>& all = view.contents();
  for (std::size_t i = 0; i < kTitles.size(); ++i) {
    const std::shared_ptr<const DataTable> table(all, &(all->tables.*kTables.at(i)));
    tables_.add(kTitles.at(i), table, wake);
  }
  if (all->tables.stragglers.rows.empty())
    tables_.show(all->tables.links.rows.empty() ? kRanks : kLinks);
}

std::span<const std::string_view> FleetBottom::titles() {
  return kTitles;
}

std::optional<std::uint32_t> FleetBottom::selected_in(const FleetView& view) const {
  if (!view.rank()) return std::nullopt;
  if (tables_.open() == kRanks) return static_cast<std::uint32_t>(*view.rank());
  if (tables_.open() != kStragglers) return std::nullopt;
  const auto& all = view.run().analysis.stragglers;
  const auto found = std::ranges::find(all, *view.rank(), &FleetStraggler::rank);
  if (found == all.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - all.begin());
}

bool FleetBottom::draw(const FleetFrame& frame, Rect tabs, Rect area) {
  const bool clicked = tables_.draw_row(frame.ui, tabs, area.empty(), badge_of);
  if (area.empty()) return clicked;
  const auto items = [this, &frame](std::uint32_t row) {
    if (tables_.open() != kRanks) return;
    if (menu_item(frame.ui, "Open this rank's trace", "double-click"))
      frame.view.want(row, std::nullopt);
    menu_separator(frame.ui);
  };
  follow(frame, tables_.draw_open(frame.ui, frame.palette, area, selected_in(frame.view), items));
  return clicked;
}

void FleetBottom::follow(const FleetFrame& frame, const RanksTableEvents& events) const {
  FleetView& view = frame.view;
  const std::size_t tab = tables_.open();
  if (events.clicked && tab == kStragglers) view.go_to_straggler(*events.clicked);
  if (events.clicked && tab == kLinks) view.go_to_link(*events.clicked);
  if (events.clicked && tab == kRanks) view.go_to(*events.clicked, std::nullopt);
  if (events.double_clicked && tab != kLinks && tab != kFiles && view.rank())
    view.want(*view.rank(), view.step());
}

}  // namespace lanescope
