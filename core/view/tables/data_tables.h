// The tables of the panes: analysis results as rows with links to events.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/analysis/ops/groups.h"
#include "core/analysis/results.h"
#include "core/view/results/comparison.h"
#include "core/view/tables/data_table.h"
#include "core/view/tables/table_picture.h"

namespace lanescope {

/// What a table is built from: the analysis results for its window, computed on demand.
struct DataInput {
  const AnalysisResults& results;
  std::optional<ChartBox> box = {};  // limits tables with a chart to what is inside it
  /// For tables of two runs: what changed, and which of them is the trace.
  std::shared_ptr<const ComparedPair> pair = nullptr;
  RunSide side = RunSide::A;
  bool brief = false;  // only the rows that matter most, in tables that support it
};

// Run these on workers; complete snapshots only. Cost: that of the analysis and a pass over the
// window's slices. If stopped, a table is incomplete.
enum class KernelGroupBy : std::uint8_t { Name, ShortName, Operator, Stream, Role, TensorCores };

DataTable ops_table(const DataInput& in, OpGroupBy by, const std::stop_token& stop);
/// By name, of a trace with hardware counters instead of kernel times: the counters.
DataTable kernels_table(const DataInput& in, KernelGroupBy by, const std::stop_token& stop);
/// GPU work by the annotation in which it was launched.
DataTable annotations_table(const DataInput& in, const std::stop_token& stop);
/// Collectives by kind, group and size.
DataTable collectives_table(const DataInput& in, const std::stop_token& stop);
/// Copies and memsets by the kinds of memory that they connect.
DataTable copies_table(const DataInput& in, const std::stop_token& stop);
/// Hardware counters by kernel.
DataTable counters_table(const DataInput& in, const std::stop_token& stop);
DataTable steps_table(const DataInput& in, const std::stop_token& stop);
/// Siblings as the model first calls them, or by time.
enum class ModuleOrder : std::uint8_t { Model, Time };
DataTable modules_table(const DataInput& in, ModuleOrder order, const std::stop_token& stop);
/// All modules of a class together, the class with the most self time first.
DataTable module_classes_table(const DataInput& in, const std::stop_token& stop);
/// The critical path of the window, largest share first.
enum class PathRows : std::uint8_t { Name, Class };
DataTable path_table(const DataInput& in, PathRows rows, const std::stop_token& stop);

/// `picture` is a RooflinePicture.
DataTable roofline_table(const DataInput& in, const std::stop_token& stop);

enum class SequenceKind : std::uint8_t { Repeats, Operators, FusionHints };
DataTable sequences_table(const DataInput& in, SequenceKind kind, const std::stop_token& stop);

enum class CompileList : std::uint8_t { Parts, Breaks, Recompiles, Kernels };
DataTable compile_table(const DataInput& in, CompileList list, const std::stop_token& stop);

enum class LaunchGroupBy : std::uint8_t { Kernel, Operator, Call };
/// Sorted by how long launched work waited. `picture` is a LaunchPicture.
DataTable launches_table(const DataInput& in, LaunchGroupBy by, const std::stop_token& stop);

enum class HostRows : std::uint8_t { Function, Line, Thread, NativeFunction };
/// Whether the trace has samples of host threads at all. Cost: O(tracks).
bool has_host_samples(const Snapshot& trace);
/// What sampled host threads did with their time: by Python function, by line, or by thread.
DataTable host_time_table(const DataInput& in, HostRows rows, const std::stop_token& stop);

/// What changed from A to B, one row per part of the step and per class of idle time; `in.pair`
/// must not be null. Brief: see kExplainedShare.
DataTable delta_table(const DataInput& in, const std::stop_token& stop);

enum class SampledRows : std::uint8_t { Function, State };
/// What changed by samples: Python functions of all threads, or what the thread that the programs
/// are judged by does; `in.pair` must have samples. Brief: as above.
DataTable sampled_table(const DataInput& in, SampledRows rows, const std::stop_token& stop);

}  // namespace lanescope
