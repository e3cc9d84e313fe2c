// What a pane with a table asks its workers for: the rows, and which of them are listed.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/panes/tables/data_pane.h"
#include "core/session/session.h"

namespace lanescope {

/// What the rows are made from.
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
  std::size_t warm_up_steps = 0;  // that there are to leave out
};

/// On a worker. Cost and stopping: as the table's.
BuiltData build_data(const DataPaneSpec& spec, TraceResults& results, const DataKey& key,
                     const std::stop_token& stop);

/// What the list is made from.
struct DataOrder {
  std::shared_ptr<const DataTable> table;
  DataQuery query;
  friend bool operator==(const DataOrder&, const DataOrder&) = default;
};

struct ListedRows {
  std::vector<std::uint32_t> rows;
  std::string problem;  // with the filter; the rows are those of the one before
  std::string note;     // in place of the rows where the filter leaves none
};

/// On a worker. `last_filter` is the last one that could be understood.
ListedRows list_data(const Snapshot& snapshot, const DataTable& table, DataQuery query,
                     const std::string& last_filter, const std::stop_token& stop);

}  // namespace lanescope
