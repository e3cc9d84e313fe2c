// Which process drives which GPU: their lanes stand together.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "core/store/snapshot.h"

namespace lanescope {

class GpuDrivers {
 public:
  /// A GPU's driver is the process with most of its launches. Cost: a look at some thousands of
  /// them.
  explicit GpuDrivers(const Snapshot& snapshot);

  /// The lowest number of a GPU that a process drives; nullopt if it drives none.
  [[nodiscard]] std::optional<std::int64_t> device_of(std::string_view pid) const;
  /// Whether several processes drive GPUs.
  [[nodiscard]] bool several() const;

 private:
  std::map<std::int64_t, std::string_view> pid_of_;  // by device
};

}  // namespace lanescope
