// The tables of the panes: what an analysis found, as rows to look at and to go on from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/analysis/ops/groups.h"
#include "core/analysis/results.h"
#include "core/view/results/comparison.h"
#include "core/view/tables/chart_box.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

/// What a table is made of: what the analyses found in its window, computed when it is asked for.
struct DataInput {
  const AnalysisResults& results;
  std::optional<ChartBox> box = {};  // only what lies in it, for tables with a chart
  /// For tables of two runs: what changed, and which of them the trace is.
  std::shared_ptr<const ComparedPair> pair = nullptr;
  RunSide side = RunSide::A;
  bool brief = false;  // only the rows that matter most, where a table tells them
};

// For workers; complete snapshots only. Cost: that of the analysis and a pass over the slices of
// the window. A stop gives a table that is not whole.
enum class KernelGroupBy : std::uint8_t { Name, ShortName, Operator, Stream, Role, TensorCores };

DataTable ops_table(const DataInput& in, OpGroupBy by, const std::stop_token& stop);
DataTable kernels_table(const DataInput& in, KernelGroupBy by, const std::stop_token& stop);
/// GPU work by the annotation that it was launched in.
DataTable annotations_table(const DataInput& in, const std::stop_token& stop);
/// Hardware counters by kernel.
DataTable counters_table(const DataInput& in, const std::stop_token& stop);
DataTable steps_table(const DataInput& in, const std::stop_token& stop);
DataTable modules_table(const DataInput& in, const std::stop_token& stop);
/// The critical path of the window, the costliest first.
enum class PathRows : std::uint8_t { Name, Class };
DataTable path_table(const DataInput& in, PathRows rows, const std::stop_token& stop);

/// Its picture is a RooflinePicture.
DataTable roofline_table(const DataInput& in, const std::stop_token& stop);

enum class SequenceKind : std::uint8_t { Repeats, Operators, FusionHints };
DataTable sequences_table(const DataInput& in, SequenceKind kind, const std::stop_token& stop);

enum class CompileList : std::uint8_t { Parts, Breaks, Recompiles, Kernels };
DataTable compile_table(const DataInput& in, CompileList list, const std::stop_token& stop);

enum class LaunchGroupBy : std::uint8_t { Kernel, Operator, Call };
/// By the time that launched work waited. Its picture is a LaunchPicture.
DataTable launches_table(const DataInput& in, LaunchGroupBy by, const std::stop_token& stop);

/// What changed from A to B, a row each for the parts of the step and for the classes of its idle
/// time; `in.pair` is not null. Brief: see kExplainedShare.
DataTable delta_table(const DataInput& in, const std::stop_token& stop);

}  // namespace lanescope
