// What a table pane computes on workers: the rows, and which of them are listed.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/panes/tables/data_pane.h"
#include "core/session/session.h"

namespace lanescope {

/// The input of the rows.
struct DataKey {
  std::uint64_t generation = 0;
  std::optional<TimeRange> range;
  std::size_t way = 0;
  WindowKind window = WindowKind::Whole;
  SharedThresholds thresholds;
  std::optional<ChartBox> box;
  std::shared_ptr<const ComparedPair> pair;
  bool brief = false;
  friend bool operator==(const DataKey&, const DataKey&) = default;
};

struct BuiltData {
  DataTable table;
  std::size_t warm_up_steps = 0;    // number of steps that can be left out
  std::vector<std::size_t> vacant;  // columns for which no row has a value, ascending
};

/// Runs on a worker. Cost and cancellation are the table's.
BuiltData build_data(const DataPaneSpec& spec, TraceResults& results, const DataKey& key,
                     const std::stop_token& stop);

/// The input of the list.
struct DataOrder {
  std::shared_ptr<const DataTable> table;
  DataQuery query;
  friend bool operator==(const DataOrder&, const DataOrder&) = default;
};

struct ListedRows {
  std::vector<std::uint32_t> rows;
  std::string problem;         // with the filter; all rows are then listed
  std::string note;            // shown instead of rows if the filter leaves none
  std::size_t matching = 0;    // of these rows; others are shown because of rows inside them
  std::vector<DataCell> sums;  // of the matching rows, by column; see sums_of
};

/// Runs on a worker. A wrong filter filters nothing.
ListedRows list_data(const Snapshot& snapshot, const DataTable& table, DataQuery query,
                     const std::stop_token& stop);

}  // namespace lanescope
