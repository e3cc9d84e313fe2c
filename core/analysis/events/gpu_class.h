// What the GPU events of a trace do, by the numbers of their names.
#pragma once

#include <vector>

#include "core/store/gpu_class.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Names that the snapshot has judged are looked up, others are judged once. One thread at a time.
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
  std::vector<KernelTraits> own_;  // of incomplete snapshots
};

}  // namespace lanescope
