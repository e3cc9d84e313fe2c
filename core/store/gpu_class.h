// What a GPU event does: compute, communicate, or move memory. The one place that knows the names.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/store/category.h"

namespace lanescope {

enum class GpuClass : std::uint8_t { Compute, Communication, Memory };

/// "compute", "comm", "memory": as in the text face.
std::string_view gpu_class_name(GpuClass gpu_class);

/// Communication kernels are told by their names, also those of symmetric memory and DeepEP that
/// are not called nccl; copies and fills by their category, on AMD by their names too.
/// `kind` is Kernel, Memcpy or Memset. Cost: some passes over the name; see Snapshot::kernel_traits.
GpuClass classify_gpu_event(CategoryKind kind, std::string_view name);

/// Whether a kernel's name says that it computes on tensor cores (MFMA on AMD). Cost as above.
bool uses_tensor_cores(std::string_view kernel_name);

/// What a kernel's name says of it.
struct KernelTraits {
  bool known = false;
  bool tensor_cores = false;
  GpuClass gpu_class = GpuClass::Compute;
};
KernelTraits kernel_traits_of(std::string_view kernel_name);

}  // namespace lanescope
