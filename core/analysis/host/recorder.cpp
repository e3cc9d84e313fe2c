#include "core/analysis/host/recorder.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/analysis/events/device_info.h"
#include "core/store/own_members.h"

namespace lanescope {
namespace {

/// By Recordable.
using Advice = std::array<std::string_view, kRecordables>;

/// By Recorder. A Lanescope recording has stacks of launches only; what runs between launches is
/// not recorded.
constexpr std::array<Advice, kRecorders> kAdvice = {{
    {"record with activities=[ProfilerActivity.CPU, …]",
     "record with activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]",
     "call prof.step() in the loop", "record with record_shapes=True",
     "record with with_stack=True", "record with with_stack=True, with_modules=True",
     "record with profile_memory=True"},
    {"record with Operators and shapes (--shapes)",
     "record on a machine with a GPU, while the program uses it",
     "put each iteration in an NVTX range named step 1, step 2, …",
     "record with Operators and shapes (--shapes)",
     "use torch.profiler with with_stack=True (a recording has stacks of launches only)",
     "use torch.profiler with with_stack=True, with_modules=True (a recording does not contain "
     "modules)",
     "attach to the program instead, with memory (lanescope attach --memory)"},
    {"run a PyTorch program inside torch.autograd.profiler.emit_nvtx()",
     "record with nsys profile --trace=cuda,nvtx,osrt",
     "put each iteration in an NVTX range named ProfilerStep#1, ProfilerStep#2, …, or choose "
     "ranges "
     "that repeat (--steps NAME, or a right click on one)",
     "run a PyTorch program inside emit_nvtx(record_shapes=True)",
     "Nsight Systems exports contain no Python frames with durations",
     "Nsight Systems exports contain no modules",
     "Nsight Systems exports contain no allocations by PyTorch (memory lanes, if any, show what "
     "CUDA "
     "holds)"},
    {"JAX profiles contain no PyTorch operators", "profile on a machine with a GPU",
     "wrap each iteration in jax.profiler.StepTraceAnnotation",
     "JAX profiles contain no input shapes of operators",
     "profile with python_tracer_level=1 in jax.profiler.ProfileOptions",
     "JAX profiles contain no PyTorch modules",
     "save a memory profile with jax.profiler.save_device_memory_profile()"},
    {"run a PyTorch program inside torch.autograd.profiler.emit_nvtx()",
     "record kernels and copies on a machine with a GPU",
     "put each iteration in a roctx range named ProfilerStep#1, ProfilerStep#2, …, or choose "
     "ranges "
     "that repeat (--steps NAME, or a right click on one)",
     "run a PyTorch program inside emit_nvtx(record_shapes=True)",
     "ROCm profiler traces contain no Python frames", "ROCm profiler traces contain no modules",
     "ROCm profiler traces contain no allocations by PyTorch (memory lanes, if any, show what HIP "
     "holds)"},
    {"sampling profiles contain no operators", "sampling profiles contain no GPU events",
     "sampling profiles contain no steps", "sampling profiles contain no input shapes",
     "sampling profiles contain no calls with durations", "sampling profiles contain no modules",
     "sampling profiles contain no allocations"},
    {"only Perfetto traces by torch.profiler contain PyTorch operators",
     "record on a machine with a GPU",
     "put each iteration in a slice of category user_annotation named ProfilerStep#1, "
     "ProfilerStep#2, …, or choose slices that repeat (--steps NAME, or a right click on one)",
     "only Perfetto traces by torch.profiler contain input shapes",
     "only Perfetto traces by torch.profiler contain Python frames",
     "only Perfetto traces by torch.profiler contain modules",
     "only Perfetto traces by torch.profiler contain allocations"},
    {"record a PyTorch program with torch.profiler", "record on a machine with a GPU",
     "record a PyTorch program with torch.profiler and call prof.step() in the loop",
     "record a PyTorch program with torch.profiler and record_shapes=True",
     "record a PyTorch program with torch.profiler and with_stack=True",
     "record a PyTorch program with torch.profiler, with_stack=True and with_modules=True",
     "record a PyTorch program with torch.profiler and profile_memory=True"},
}};

using enum Recorder;
constexpr auto kFormats = std::to_array<std::pair<std::string_view, Recorder>>({
    {kTorchFormat, TorchProfiler},
    {"lanescope-capture", Lanescope},
    {"nsys-sqlite", Nsight},
    {"xplane", Jax},
    {"rpd", Rocm},
    {"rocpd", Rocm},
    {"rocprofv3-json", Rocm},
    {"speedscope", SamplingProfiler},
    {"pprof", SamplingProfiler},
    {"perf-script", SamplingProfiler},
    {"collapsed-stacks", SamplingProfiler},
    {"perfetto", Other},
    {"cuda-memory-snapshot", Other},
    {"memory-timeline", Other},
    {"raw-memory-timeline", Other},
});

const auto* find_format(std::string_view format) {
  return std::ranges::find(kFormats, format, [](const auto& one) { return one.first; });
}

/// Perfetto's format is written by many tools.
Recorder recorder_of_perfetto(const Snapshot& trace) {
  if (has_amd_calls(trace)) return Rocm;
  return trace_has(trace, CategoryKind::CpuOp) ? Other : Perfetto;
}

}  // namespace

std::string_view recorded_format(const Snapshot& trace) {
  const auto* known = find_format(recorded_as(trace.info.metadata));
  if (known == kFormats.end()) known = find_format(trace.info.format);
  return known == kFormats.end() ? std::string_view() : known->first;
}

Recorder recorder_of(const Snapshot& trace) {
  const std::string_view format = recorded_format(trace);
  if (format.empty()) return TorchProfiler;
  return format == "perfetto" ? recorder_of_perfetto(trace) : find_format(format)->second;
}

bool may_lack_cuda(const Snapshot& trace) {
  const Recorder recorder = recorder_of(trace);
  return recorder == Jax || recorder == Rocm || has_amd_gpus(trace);
}

std::string_view advice_of(Recorder recorder, Recordable wanted) {
  return kAdvice[static_cast<std::size_t>(recorder)][static_cast<std::size_t>(wanted)];
}

}  // namespace lanescope
