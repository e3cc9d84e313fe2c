#include "core/store/category.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/base/text/ascii_case.h"
#include "core/store/recording_marks.h"

namespace lanescope {
namespace {

using Entry = std::pair<std::string_view, CategoryKind>;

constexpr std::array<Entry, 43> kKinds = {{
    {"cpu_op", CategoryKind::CpuOp},
    {"operator", CategoryKind::CpuOp},
    {"user_annotation", CategoryKind::UserAnnotation},
    {"python_function", CategoryKind::PythonFunction},
    {"python", CategoryKind::PythonFunction},
    {"runtime", CategoryKind::HostCall},
    {"kernel", CategoryKind::Kernel},
    {"gpu_memcpy", CategoryKind::Memcpy},
    {"memcpy", CategoryKind::Memcpy},
    {"gpu_memset", CategoryKind::Memset},
    {"memset", CategoryKind::Memset},
    {"mtia_ccp_events", CategoryKind::DeviceWork},
    {"hpu_op", CategoryKind::DeviceWork},
    {"tpu_op", CategoryKind::DeviceWork},
    {"gpu_user_annotation", CategoryKind::GpuAnnotation},
    {"user", CategoryKind::GpuAnnotation},
    {"cuda_sync", CategoryKind::GpuSync},
    {"xpu_sync", CategoryKind::GpuSync},
    {"cuda_event", CategoryKind::GpuSync},
    {"overhead", CategoryKind::Overhead},
    {"trace", CategoryKind::TraceSpan},
    {"cpu_instant_event", CategoryKind::CpuInstant},
    {kBeforeHistoryCategory, CategoryKind::CpuInstant},
    {"python_sample", CategoryKind::SampledFrame},
    {"python_line", CategoryKind::SampledLine},
    {"native_frame", CategoryKind::NativeFrame},
    {"thread_state", CategoryKind::ThreadState},
    // Ascend: calls of its runtime, and the types of what its devices do. Waits are no work.
    {"cann", CategoryKind::HostCall},
    {"ai_core", CategoryKind::Kernel},
    {"ai_vector_core", CategoryKind::Kernel},
    {"ai_cpu", CategoryKind::Kernel},
    {"mix_aic", CategoryKind::Kernel},
    {"mix_aiv", CategoryKind::Kernel},
    {"kernel_aicore", CategoryKind::Kernel},
    {"kernel_aivec", CategoryKind::Kernel},
    {"kernel_aicpu", CategoryKind::Kernel},
    {"kernel_mix_aic", CategoryKind::Kernel},
    {"kernel_mix_aiv", CategoryKind::Kernel},
    {"sdma", CategoryKind::Memcpy},
    {"sdma_sqe", CategoryKind::Memcpy},
    {"pcie_dma", CategoryKind::Memcpy},
    {"pcie_dma_sqe", CategoryKind::Memcpy},
    {"memcpy_async", CategoryKind::Memcpy},
}};

}  // namespace

CategoryKind classify_category(std::string_view name) {
  if (name.size() > 64) return CategoryKind::Other;
  const std::string lower = lower_cased(name);
  const auto* const hit = std::ranges::find(kKinds, lower, &Entry::first);
  if (hit != kKinds.end()) return hit->second;
  if (lower.ends_with("_runtime") || lower.ends_with("_driver")) return CategoryKind::HostCall;
  if (lower.ends_with("_profiler_range")) return CategoryKind::ProfilerRange;
  return CategoryKind::Other;
}

}  // namespace lanescope
