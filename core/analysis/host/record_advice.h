// What to do so that the next trace has what this one lacks, in the words of who recorded it:
// torch.profiler, or a recording of our own.
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
  Shapes,        // of the inputs of operators
  PythonFrames,  // as events with a duration
  Modules,       // calls of nn.Module
  Allocations,   // the last
};
inline constexpr std::size_t kRecordables = static_cast<std::size_t>(Recordable::Allocations) + 1;

/// A recording of our own, see core/readers/capture/file.h.
bool is_recording(const Snapshot& trace);

/// Whether events of a kind occur in the file at all.
bool trace_has(const Snapshot& trace, CategoryKind kind);

/// Whether any text of the trace names an nn.Module. Cost: a pass over the distinct texts.
bool names_modules(const Snapshot& trace);

/// An advice that begins with a verb and without a full stop: "record with with_stack=True".
std::string_view record_advice(const Snapshot& trace, Recordable wanted);

/// The same for a window without modules: other parts of the trace may have them.
/// Cost: as names_modules().
std::string_view modules_advice(const Snapshot& trace, const AnalysisWindow& window);

}  // namespace lanescope
