// What a GPU event does: compute, communicate, or move memory. The only place that knows the names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/store/category.h"

namespace lanescope {

enum class GpuClass : std::uint8_t { Compute, Communication, Memory };
inline constexpr std::size_t kGpuClasses = 3;

/// "compute", "comm", "memory", as in text output.
std::string_view gpu_class_name(GpuClass gpu_class);

/// Communication kernels are recognized by name, including those of symmetric memory and DeepEP,
/// which do not contain "nccl" (Snapshot::kernel_traits also recognizes those that name their
/// collective); copies and fills by category, on AMD also by name. `kind` must be a kind of GPU
/// work; DeviceWork is also classified by name. Cost: several passes over the name; see
/// Snapshot::kernel_traits.
GpuClass classify_gpu_event(CategoryKind kind, std::string_view name);

/// For a kernel that moves memory, as on AMD: whether its name says that it fills memory.
bool names_fill(std::string_view name);

/// Whether a kernel's name indicates that it uses tensor cores, or AMD's matrix cores. Cost: as
/// above.
bool uses_tensor_cores(std::string_view kernel_name);

/// Whether GPU work of this kind is classified by its name rather than by its category.
constexpr bool is_classified_by_name(CategoryKind kind) {
  return kind == CategoryKind::Kernel || kind == CategoryKind::DeviceWork;
}

/// What a kernel's name says about it.
struct KernelTraits {
  bool known = false;
  bool tensor_cores = false;
  GpuClass gpu_class = GpuClass::Compute;
};
KernelTraits kernel_traits_of(std::string_view kernel_name);

}  // namespace lanescope
