// The tables of a history: its runs, their changes, and files that are not among them.
#pragma once

#include <cstddef>
#include <vector>

#include "core/history/history_files.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

/// A run as its series numbers it, from 0.
struct SeriesRun {
  std::size_t series = 0, run = 0;
  friend bool operator==(const SeriesRun&, const SeriesRun&) = default;
};

struct HistoryTables {
  DataTable runs, changes, files;
  std::vector<SeriesRun> run_rows, change_rows;  // what the rows of the first two are about
};

/// Pure. Cost: that of the rows.
HistoryTables make_history_tables(const History& history,
                                  const std::vector<HistoryFiles::Problem>& problems);

}  // namespace lanescope
