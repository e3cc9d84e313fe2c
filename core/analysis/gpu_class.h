// What a GPU event does: compute, communicate, or move memory. The one place that knows the names.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

enum class GpuClass : std::uint8_t { Compute, Communication, Memory };

/// "compute", "comm", "memory": as in the text face.
std::string_view gpu_class_name(GpuClass gpu_class);

/// Communication kernels are told by their names, also those of symmetric memory and DeepEP that
/// are not called nccl; copies and fills by their category, on AMD by their names too.
/// `kind` is Kernel, Memcpy or Memset.
GpuClass classify_gpu_event(CategoryKind kind, std::string_view name);

/// Whether a kernel's name says that it computes on tensor cores (MFMA on AMD).
bool uses_tensor_cores(std::string_view kernel_name);

/// The same by name number, each distinct name looked at once. One thread at a time.
class GpuClasses {
 public:
  explicit GpuClasses(const Snapshot& snapshot)
      : snapshot_(snapshot), known_(snapshot.strings->size(), kUnknown) {}

  GpuClass of(CategoryKind kind, StringId name) {
    if (kind != CategoryKind::Kernel) return GpuClass::Memory;
    std::uint8_t& known = known_[index_of(name)];
    if (known == kUnknown) {
      known = static_cast<std::uint8_t>(classify_gpu_event(kind, snapshot_.text(name)));
    }
    return static_cast<GpuClass>(known);
  }

 private:
  static constexpr std::uint8_t kUnknown = 0xFF;
  const Snapshot& snapshot_;
  std::vector<std::uint8_t> known_;
};

}  // namespace lanescope
