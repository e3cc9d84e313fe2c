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

/// Fills tabs with tables that `owner` keeps; the first of those that tell something is open.
void fill(RanksTableTabs& tabs, const std::shared_ptr<const void>& owner, const FleetTables& tables,
          const std::function<void()>& wake) {
  for (std::size_t i = 0; i < kTitles.size(); ++i)
    tabs.add(kTitles.at(i), {owner, &(tables.*kTables.at(i))}, wake);
  if (!tables.stragglers.rows.empty()) return;
  tabs.show(tables.links.rows.empty() ? kRanks : kLinks);
}

}  // namespace

FleetBottom::FleetBottom(const FleetView& view, const std::function<void()>& wake) : wake_(wake) {
  fill(tables_, view.contents(), view.contents()->tables, wake_);
}

std::span<const std::string_view> FleetBottom::titles() {
  return kTitles;
}

void FleetBottom::refresh(const FleetView& view) {
  const std::shared_ptr<const FleetComparison> both = view.shared_comparison();
  if (both == both_) return;
  both_ = both;
  of_both_.reset();
  if (!both_) return;
  of_both_ = std::make_unique<RanksTableTabs>();
  fill(*of_both_, both_, both_->tables.tables, wake_);
}

std::optional<std::uint32_t> FleetBottom::selected_in_both(const FleetView& view) {
  if (tables().open() == kLinks && view.link()) {
    const auto found = std::ranges::find(both_->tables.links, *view.link());
    return static_cast<std::uint32_t>(found - both_->tables.links.begin());
  }
  if (tables().open() == kRanks && view.rank()) return static_cast<std::uint32_t>(*view.rank());
  if (tables().open() != kStragglers || !view.rank()) return std::nullopt;
  const auto& rows = both_->tables.stragglers;
  const auto found = std::ranges::find_if(rows, [&](const RowOfRun& one) {
    const FleetPicture& run = one.in_b ? both_->b->run : view.run();
    const std::uint32_t rank = run.analysis.stragglers[one.row].rank;
    return (one.in_b ? both_->match.rank_of[*view.rank()] : *view.rank()) == rank;
  });
  if (found == rows.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - rows.begin());
}

std::optional<std::uint32_t> FleetBottom::selected_in(const FleetView& view) {
  if (both_) return selected_in_both(view);
  if (tables_.open() == kLinks && view.link()) return view.link()->row;
  if (!view.rank()) return std::nullopt;
  if (tables_.open() == kRanks) return static_cast<std::uint32_t>(*view.rank());
  if (tables_.open() != kStragglers) return std::nullopt;
  const auto& all = view.run().analysis.stragglers;
  const auto found = std::ranges::find(all, *view.rank(), &FleetStraggler::rank);
  if (found == all.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - all.begin());
}

bool FleetBottom::draw(const FleetFrame& frame, Rect tabs, Rect area) {
  refresh(frame.view);
  const bool clicked = tables().draw_row(frame.ui, tabs, area.empty(), badge_of);
  if (area.empty()) return clicked;
  const std::size_t ranks = frame.view.run().ranks().size();
  const auto items = [this, &frame, ranks](std::uint32_t row) {
    if (tables().open() != kRanks || row >= ranks) return;
    if (menu_item(frame.ui, "Open this rank's trace", "double-click"))
      frame.view.want(row, std::nullopt);
    menu_separator(frame.ui);
  };
  follow(frame, tables().draw_open(frame.ui, frame.palette, area, selected_in(frame.view), items));
  return clicked;
}

void FleetBottom::follow(const FleetFrame& frame, const RanksTableEvents& events) {
  FleetView& view = frame.view;
  const std::size_t tab = tables().open();
  if (both_) {
    if (events.clicked) follow_both(view, *events.clicked);
  } else if (events.clicked) {
    if (tab == kStragglers) view.go_to_straggler(*events.clicked);
    if (tab == kLinks) view.go_to_link(*events.clicked);
    if (tab == kRanks) view.go_to(*events.clicked, std::nullopt);
  }
  if (events.double_clicked && tab != kLinks && tab != kFiles && view.rank())
    view.want(*view.rank(), view.step());
}

/// The wall has the ranks of A: what is of B is shown there where A has it.
void FleetBottom::follow_both(FleetView& view, std::uint32_t row) {
  const std::size_t tab = tables().open();
  if (tab == kRanks) {
    if (row < view.run().ranks().size()) return view.go_to(row, std::nullopt);
    return view.select(std::nullopt, std::nullopt);
  }
  if (tab == kStragglers) {
    const RowOfRun own = both_->tables.stragglers[row];
    if (!own.in_b) return view.go_to_straggler(own.row);
    const FleetStraggler& one = both_->b->run.analysis.stragglers[own.row];
    std::optional<std::size_t> step;
    if (!one.steps.empty()) step = one.steps.front();
    return view.go_to_rank_of_b(one.rank, step);
  }
  if (tab != kLinks) return;
  view.select_link(both_->tables.links[row]);
}

}  // namespace lanescope
