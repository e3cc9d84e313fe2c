// HeldBlocks: how much memory a process has allocated on each of its GPUs and on the host, from
// allocations and releases. What was allocated before the recording is not known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

namespace lanescope {

class HeldBlocks {
 public:
  static constexpr std::int64_t kHost = -1;
  struct Change {
    std::int64_t device = kHost;
    std::uint64_t address = 0;  // 0: not recorded
    std::int64_t bytes = 0;     // of a release may be 0: those of the address
    bool is_release = false;
  };
  struct Held {
    std::int64_t device = kHost;
    double bytes = 0;  // not negative
  };

  /// Call in order of time, for one process: addresses are its own. What is then held where the
  /// change was; nothing if a block is released that is not known.
  std::optional<Held> take(const Change& change);

 private:
  Held add(std::int64_t device, double bytes);

  std::unordered_map<std::uint64_t, Held> blocks_;  // by address
  std::map<std::int64_t, double> held_;             // by device
};

}  // namespace lanescope
