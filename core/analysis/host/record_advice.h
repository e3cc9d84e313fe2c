// How to record what this trace lacks, in terms of the tool that recorded it: torch.profiler or
// Lanescope.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

enum class Recordable : std::uint8_t {
  Operators,
  GpuWork,
  Steps,
  Shapes,        // input shapes of operators
  PythonFrames,  // as events with a duration
  Modules,       // nn.Module calls
  Allocations,   // the last
};
inline constexpr std::size_t kRecordables = static_cast<std::size_t>(Recordable::Allocations) + 1;

/// Whether the trace is a Lanescope recording, see core/readers/capture/file.h.
bool is_recording(const Snapshot& trace);

/// Whether the file has any events of a kind.
bool trace_has(const Snapshot& trace, CategoryKind kind);

/// Whether all GPU work of the trace is counters of CUPTI's range profiler (profiler_metrics of
/// torch.profiler). It measures one kernel after the other, so its ranges have no times of kernels.
bool has_only_counters(const Snapshot& trace);

/// Why a trace without GPU events has none: "the trace has no GPU events", or that it has counters
/// only.
std::string_view why_no_gpu_events(const Snapshot& trace);

/// Whether any text of the trace names an nn.Module. Cost: a pass over the distinct texts.
bool names_modules(const Snapshot& trace);

/// Whether the trace begins or ends within steps, which are then no steps.
bool has_cut_steps(const Snapshot& trace);
/// Advice where no other step is there. `part`: the file is a part of a trace.
std::string_view cut_steps_advice(bool part);

/// Advice that begins with a verb and has no final period: "record with with_stack=True".
std::string_view record_advice(const Snapshot& trace, Recordable wanted);

/// The same for what both runs of a comparison have to have; empty if different tools recorded
/// them.
std::string_view shared_advice(const Snapshot& a, const Snapshot& b, Recordable wanted);

/// The same for a window without modules, considering that other parts of the trace may have some.
/// Cost: that of names_modules().
std::string_view modules_advice(const Snapshot& trace, const AnalysisWindow& window);

}  // namespace lanescope
