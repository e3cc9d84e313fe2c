// When a GPU's start-up ends: waiting until then is for copies of the model, for the first
// compilation and the like, which no change to the loop makes shorter.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

class StartUp {
 public:
  /// Cost: a pass over each stream's events until its first kernel.
  explicit StartUp(const Snapshot& snapshot);

  /// The start of the device's first kernel in the trace; without a device, of the first on any.
  /// kMinNs if there is none.
  [[nodiscard]] Ns end_ns(std::optional<std::int64_t> device) const;

 private:
  std::map<std::int64_t, Ns> first_kernel_ns_;  // by device
};

}  // namespace lanescope
