// Classifies GPU events by their names.
#pragma once

#include <vector>

#include "core/store/gpu_class.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Uses the snapshot's classification of a name if it has one; otherwise classifies each name once.
/// Not thread-safe.
class GpuClasses {
 public:
  explicit GpuClasses(const Snapshot& snapshot) : snapshot_(snapshot) {}

  GpuClass of(CategoryKind kind, StringId name) {
    return is_classified_by_name(kind) ? traits_of(name).gpu_class : GpuClass::Memory;
  }
  bool uses_tensor_cores(StringId kernel) { return traits_of(kernel).tensor_cores; }

 private:
  const KernelTraits& traits_of(StringId name) {
    const std::size_t number = index_of(name);
    if (number < snapshot_.kernel_traits.size() && snapshot_.kernel_traits[number].known)
      return snapshot_.kernel_traits[number];
    if (own_.size() <= number) own_.resize(snapshot_.strings->size());
    KernelTraits& traits = own_[number];
    if (!traits.known) traits = kernel_traits_of(snapshot_.text(name));
    return traits;
  }

  const Snapshot& snapshot_;
  std::vector<KernelTraits> own_;  // for incomplete snapshots
};

}  // namespace lanescope
