#include "app/panes/history/bottom.h"

#include <algorithm>
#include <array>

#include "app/widgets/menu.h"

namespace lanescope {
namespace {

constexpr std::size_t kRuns = 0, kChanges = 1, kFiles = 2;
constexpr std::array<std::string_view, 3> kTitles{"History", "Changes", "Files"};
constexpr std::array<const DataTable HistoryTables::*, kTitles.size()> kTables{
    &HistoryTables::runs, &HistoryTables::changes, &HistoryTables::files};

/// How many changes there are; of files they are problems.
RanksTableTabs::Badge badge_of(std::size_t place, const DataTable& table) {
  return {place == kRuns ? 0 : static_cast<int>(table.rows.size()), place == kFiles};
}

}  // namespace

HistoryBottom::HistoryBottom(const HistoryView& view, const std::function<void()>& wake) {
  const std::shared_ptr<const HistoryContents>& all = view.contents();
  for (std::size_t i = 0; i < kTitles.size(); ++i) {
    const std::shared_ptr<const DataTable> table(all, &(all->tables.*kTables.at(i)));
    tables_.add(kTitles.at(i), table, wake);
  }
}

std::span<const std::string_view> HistoryBottom::titles() {
  return kTitles;
}

/// Null: the open table is not about runs.
const std::vector<SeriesRun>* HistoryBottom::rows(const HistoryView& view) const {
  const HistoryTables& tables = view.contents()->tables;
  if (tables_.open() == kRuns) return &tables.run_rows;
  return tables_.open() == kChanges ? &tables.change_rows : nullptr;
}

std::optional<std::uint32_t> HistoryBottom::selected_in(const HistoryView& view) const {
  const std::vector<SeriesRun>* all = rows(view);
  if (all == nullptr || !view.run()) return std::nullopt;
  const auto found = std::ranges::find(*all, SeriesRun{view.series_number(), *view.run()});
  if (found == all->end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - all->begin());
}

bool HistoryBottom::draw(const HistoryFrame& frame, Rect tabs, Rect area) {
  const bool clicked = tables_.draw_row(frame.ui, tabs, area.empty(), badge_of);
  if (area.empty()) return clicked;
  HistoryView& view = frame.view;
  const auto items = [&](std::uint32_t row) {
    const std::vector<SeriesRun>* all = rows(view);
    if (all == nullptr) return;
    if (menu_item(frame.ui, "Open this run", "double-click")) {
      view.go_to((*all)[row]);
      view.want((*all)[row].run);
    }
    menu_separator(frame.ui);
  };
  const RanksTableEvents events =
      tables_.draw_open(frame.ui, frame.palette, area, selected_in(view), items);
  const std::vector<SeriesRun>* all = rows(view);
  if (all == nullptr) return clicked;
  if (events.clicked) view.go_to((*all)[*events.clicked]);
  if (events.double_clicked) {
    view.go_to((*all)[*events.double_clicked]);
    view.want((*all)[*events.double_clicked].run);
  }
  return clicked;
}

}  // namespace lanescope
