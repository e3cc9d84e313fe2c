// A pane that is one table: filter, sort, choose columns, copy, and go on from a row to its events.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include "app/panes/pane/pane.h"
#include "app/panes/tables/table_chart.h"
#include "core/view/tables/data_tables.h"

namespace lanescope {

struct DataPaneSpec {
  std::string_view title;
  /// Ways to make the rows, as words to choose from; none when there is one way.
  std::vector<std::string_view> ways;
  /// Builds the table in one of the ways. Called by a worker.
  std::function<DataTable(const DataInput& in, std::size_t way, const std::stop_token& stop)> build;
  /// Steps that warm up are not in the rows of the window of steps; else they are, and marked.
  bool leaves_out_warm_up = true;
  /// Makes what stands left of the table when that has a picture; may be left out.
  std::function<std::unique_ptr<TableChart>()> chart = {};
  /// For tables of two runs: what is held against what, null while it is not known. Called once a
  /// frame with the way that is chosen.
  std::function<std::shared_ptr<const ComparedPair>(const TraceView& view, std::size_t way)> pair =
      {};
  /// A switch that asks for DataInput::brief, and what it does; may be left out.
  std::string_view brief = {}, brief_hint = {};
};

std::unique_ptr<Pane> make_data_pane(const TraceView& view, DataPaneSpec spec);

}  // namespace lanescope
