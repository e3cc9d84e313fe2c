#include "capture/agent/cupti/failures.h"

namespace lanescope::agent {
namespace {

constexpr Failure kFailures[] = {
    {cupti::kMultipleSubscribers, "conflict", "Another profiler is using CUPTI in this process.",
     "Was it started under nsys, ncu, cuda-gdb or compute-sanitizer? Only one tool can record at a "
     "time."},
    {cupti::kNotInitialized, "driver", "CUPTI could not start: the driver is not compatible.",
     "The driver must be at least as new as the CUDA version of libcupti."},
    {cupti::kInsufficientPrivileges, "rights",
     "The driver allows profiling only for administrators.",
     "Load the nvidia module with NVreg_RestrictProfilingToAdminUsers=0, or run as root."},
    {cupti::kVirtualizedPrivileges, "rights",
     "The hypervisor does not allow profiling on this machine.",
     "Enable profiling for the virtual GPU on the host."},
    {cupti::kVirtualizedDevice, "virtual", "CUPTI does not support this virtual GPU.", ""},
    {cupti::kOldProfilerApi, "conflict", "The legacy profiler API is in use in this process.",
     "Something called cuptiEventGroup or cuptiMetric functions earlier."},
    {cupti::kConfidentialComputing, "confidential",
     "CUPTI does not work in confidential computing mode.", ""},
    {cupti::kMig, "mig", "CUPTI does not support this MIG configuration.", ""},
    {cupti::kWsl, "wsl", "CUPTI does not support this version of WSL.", ""},
    {cupti::kNotSupported, "unsupported", "CUPTI does not support this GPU or system.", ""},
    {cupti::kUnknown, "unknown", "CUPTI failed with an unknown error (999).",
     "Is a CUDA driver installed and a GPU visible?"},
};
constexpr Failure kOther = {-1, "cupti", "CUPTI failed to start.", ""};

}  // namespace

const Failure& failure_of(cupti::Result result) {
  for (const Failure& failure : kFailures) {
    if (failure.result == result) return failure;
  }
  return kOther;
}

}  // namespace lanescope::agent
