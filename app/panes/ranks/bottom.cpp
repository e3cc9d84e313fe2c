#include "app/panes/ranks/bottom.h"

#include <algorithm>
#include <array>

#include "app/panes/ranks/lanes.h"
#include "app/widgets/menu.h"

namespace lanescope {
namespace {

constexpr std::size_t kRanks = 0, kCollectives = 1, kFiles = 3;
constexpr std::array<std::string_view, 4> kTitles{"Ranks", "Collectives", "Transfers", "Files"};
constexpr std::array<const DataTable RanksTables::*, kTitles.size()> kTables{
    &RanksTables::ranks, &RanksTables::collectives, &RanksTables::transfers, &RanksTables::files};

/// How many files have problems.
RanksTableTabs::Badge badge_of(std::size_t place, const DataTable& table) {
  if (place != kFiles) return {};
  return {static_cast<int>(std::ranges::count(table.rows, DataTone::Alert, &DataRow::tone)), true};
}

}  // namespace

RanksBottom::RanksBottom(const RanksView& view, const std::function<void()>& wake) {
  const std::shared_ptr<const RanksTables>& all = view.tables();
  for (std::size_t i = 0; i < kTitles.size(); ++i) {
    const std::shared_ptr<const DataTable> table(all, &(all.get()->*kTables.at(i)));
    tables_.add(kTitles.at(i), table, wake);
  }
}

std::span<const std::string_view> RanksBottom::titles() {
  return kTitles;
}

bool RanksBottom::draw(const RanksFrame& frame, Rect tabs, Rect area) {
  const bool clicked = tables_.draw_row(frame.ui, tabs, area.empty(), badge_of);
  if (area.empty()) return clicked;
  std::optional<std::uint32_t> selected;
  if (tables_.open() == kRanks && frame.view.rank())
    selected = static_cast<std::uint32_t>(*frame.view.rank());
  if (tables_.open() == kCollectives && frame.view.collective())
    selected = static_cast<std::uint32_t>(*frame.view.collective());
  const auto items = [this, &frame](std::uint32_t rank) {
    if (tables_.open() != kRanks) return;
    draw_rank_items(frame, rank);
    menu_separator(frame.ui);
  };
  follow(frame, tables_.draw_open(frame.ui, frame.palette, area, selected, items));
  return clicked;
}

void RanksBottom::follow(const RanksFrame& frame, const RanksTableEvents& events) const {
  RanksView& view = frame.view;
  const std::size_t tab = tables_.open();
  if (tab == kRanks && events.double_clicked) {
    view.want(*events.double_clicked);
  } else if (tab == kRanks && events.clicked) {
    view.select_collective(std::nullopt);  // the panel is about the rank now
    view.go_to_rank(*events.clicked);
  } else if (tab == kCollectives && events.clicked) {
    view.go_to_collective(*events.clicked);
  }
}

}  // namespace lanescope
