#include "core/view/text/lacks_kernels.h"

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/host/record_advice.h"

namespace lanescope {

bool lacks_kernels(const Snapshot& trace) {
  return !has_gpu_work(trace) && (trace.complete || has_only_counters(trace));
}

}  // namespace lanescope
