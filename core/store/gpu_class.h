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
/// are not called nccl (Snapshot::kernel_traits knows those too that name their collective); copies
/// and fills by their category, on AMD by their names too. `kind` is one of GPU work; that of other
/// accelerators is told by its name too. Cost: some passes over the name; see
/// Snapshot::kernel_traits.
GpuClass classify_gpu_event(CategoryKind kind, std::string_view name);

/// Of a kernel that moves memory, as AMD's do: whether its name says that it fills it.
bool names_fill(std::string_view name);

/// Whether a kernel's name says that it computes on tensor cores (MFMA on AMD). Cost as above.
bool uses_tensor_cores(std::string_view kernel_name);

/// Whether the name of such work says what it does, rather than its category.
constexpr bool is_classified_by_name(CategoryKind kind) {
  return kind == CategoryKind::Kernel || kind == CategoryKind::DeviceWork;
}

/// What a kernel's name says of it.
struct KernelTraits {
  bool known = false;
  bool tensor_cores = false;
  GpuClass gpu_class = GpuClass::Compute;
};
KernelTraits kernel_traits_of(std::string_view kernel_name);

}  // namespace lanescope
