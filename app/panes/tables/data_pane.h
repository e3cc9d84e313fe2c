// A pane that is a single table: filtering, sorting, choosing columns, copying, and going from a
// row to its events.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "app/panes/pane/pane.h"
#include "app/panes/tables/table_chart.h"
#include "core/view/tables/data_tables.h"

namespace lanescope {

struct DataPaneSpec {
  std::string_view title;
  /// Alternative ways to build the rows, as labels to choose from; empty if there is only one.
  std::vector<std::string_view> ways;
  /// Builds the table in one of these ways. Called on a worker.
  std::function<DataTable(const DataInput& in, std::size_t way, const std::stop_token& stop)> build;
  /// Whether the window of steps excludes warm-up steps from the rows; otherwise they are included
  /// and marked.
  bool leaves_out_warm_up = true;
  /// Creates the chart to the left of a table that has a picture; optional.
  std::function<std::unique_ptr<TableChart>()> chart = {};
  /// For tables about two runs: returns the comparison, null if not known yet. Called once per
  /// frame with the chosen way.
  std::function<std::shared_ptr<const ComparedPair>(const TraceView& view, std::size_t way)> pair =
      {};
  /// Whether the trace has what the table is about; without it, the tab is not offered. Optional:
  /// see Pane::applies().
  bool (*applies)(const Snapshot& trace) = nullptr;
  /// The label and description of a switch that sets DataInput::brief; optional.
  std::string_view brief = {}, brief_hint = {};
  /// What the first of the ways mean, where a label does not say it; optional.
  std::vector<std::string_view> way_hints = {};
  /// Which of the ways the trace has rows for, the first of them chosen at first; optional: all.
  /// Called once per frame.
  std::function<std::span<const std::size_t>(const TraceView& view)> offered = {};
};

std::unique_ptr<Pane> make_data_pane(const TraceView& view, DataPaneSpec spec);

}  // namespace lanescope
