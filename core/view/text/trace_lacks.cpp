#include "core/view/text/trace_lacks.h"

#include "core/analysis/host/record_advice.h"
#include "core/analysis/kernels/compile.h"
#include "core/analysis/ops/modules.h"

namespace lanescope {

bool lacks_operators(const Snapshot& trace) {
  return trace.complete && !trace_has(trace, CategoryKind::CpuOp) &&
         !trace_has(trace, CategoryKind::UserAnnotation);
}

bool lacks_durations(const Snapshot& trace) {
  return trace.complete && trace.slices_extent.empty();
}

bool lacks_steps(const Snapshot& trace) {
  return trace.complete && trace.steps.empty();
}

bool lacks_modules(const Snapshot& trace) {
  return trace.complete && !has_modules(trace);
}

bool lacks_compiled_code(const Snapshot& trace) {
  return trace.complete && !names_compiled_code(trace);
}

bool lacks_allocations(const Snapshot& trace) {
  return trace.complete && trace.memory.empty();
}

bool has_only_allocations(const Snapshot& trace) {
  return trace.complete && trace.slice_count == 0 && !trace.memory.empty();
}

}  // namespace lanescope
