#include "core/analysis/host/pytorch_trace.h"

#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/recorder.h"

namespace lanescope {

bool knows_pytorch(const Snapshot& trace) {
  const Recorder recorder = recorder_of(trace);
  if (recorder == Recorder::Jax) return false;
  return recorder == Recorder::TorchProfiler || recorder == Recorder::Lanescope ||
         trace_has(trace, CategoryKind::CpuOp);
}

}  // namespace lanescope
