// Names in AMD's profiles, spelled as in torch.profiler traces.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// Without the suffix ".kd" of a kernel descriptor, and demangled.
std::string rocm_kernel_name(std::string_view name);

/// "Memcpy HtoD", of "CopyHostToDevice", "HOST_TO_DEVICE" or "MEMORY_COPY_HOST_TO_DEVICE". Where
/// the memory lies exactly is not recorded.
std::string rocm_copy_name(std::string_view operation);

/// The category of a call by its name: "cuda_runtime" for HIP, as torch.profiler has it on ROCm,
/// "hsa_runtime" for HSA, and "host_call" for other libraries.
std::string_view rocm_call_category(std::string_view name);

}  // namespace lanescope
