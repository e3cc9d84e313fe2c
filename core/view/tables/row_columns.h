// The columns of the tables that both panes and reports show. Each list is defined in the file of
// its table in this folder. The results and the trace must outlive the columns.
#pragma once

#include <span>
#include <string>

#include "core/analysis/comm/comm.h"
#include "core/analysis/copies/copies.h"
#include "core/analysis/gpu_time/counters.h"
#include "core/analysis/gpu_time/roofline.h"
#include "core/analysis/kernels/compile.h"
#include "core/analysis/kernels/kernels.h"
#include "core/analysis/kernels/sequences.h"
#include "core/analysis/kernels/shapes.h"
#include "core/analysis/launch/critical_path.h"
#include "core/analysis/ops/annotations.h"
#include "core/analysis/ops/module_classes.h"
#include "core/analysis/ops/modules.h"
#include "core/analysis/ops/ops.h"
#include "core/analysis/steps/steps.h"
#include "core/view/tables/columns.h"
#include "core/view/tables/data_tables.h"

namespace lanescope {

/// "Tensor cores"; on AMD "Matrix cores".
std::string_view matrix_units_title(const Snapshot& trace);

/// `shapes`, if they were read, are by kernel name: occupancy, blocks, registers, shared memory.
/// Without them the pane has no columns for these, and JSON has null.
RowColumns<KernelRow> kernel_columns(const Snapshot& trace, const KernelTable& table,
                                     KernelGroupBy by = KernelGroupBy::Name,
                                     const std::map<StringId, KernelShape>* shapes = nullptr);

/// What the rows of counters represent: kernels, operators, or the whole window.
enum class CountersOf : std::uint8_t { Kernels, Operators, All };
RowColumns<CounterRow> counter_columns(const CounterTable& table, CountersOf what);

/// `rows` are all rows: columns that none has a value for are not usual.
RowColumns<CommRow> collective_columns(std::span<const CommRow> rows);
/// `title` is that of the first column in text. `many_small` a step is too many, see Thresholds.
RowColumns<CopyRow> copy_columns(const CopyTable& table, std::int64_t many_small,
                                 const std::string& title = "copies");

RowColumns<OpRow> op_columns(const Snapshot& trace, const OpTable& table);
RowColumns<AnnotationRow> annotation_columns(const AnnotationTable& table);
RowColumns<ModuleRow> module_columns(const Snapshot& trace, const ModuleTree& tree);
RowColumns<ModuleClass> module_class_columns(const ModuleTree& tree);
RowColumns<StepRow> step_columns(const Snapshot& trace, const StepTable& steps);

RowColumns<RepeatedKernels> repeat_columns();
/// `has_graphs`: graphs replay some of these operators.
RowColumns<OpSequence> op_sequence_columns(const Snapshot& trace, bool has_graphs = false);
RowColumns<FusionHint> fusion_hint_columns();

RowColumns<CompiledRow> compiled_columns();
RowColumns<GraphBreak> graph_break_columns(const Snapshot& trace);
RowColumns<Recompile> recompile_columns(const Snapshot& trace);

RowColumns<RooflineRow> roofline_columns(const Snapshot& trace, const RooflineTable& table);
RowColumns<PathCost> path_columns(const CriticalPath& path, PathRows rows);

}  // namespace lanescope
