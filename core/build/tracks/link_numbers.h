// LinkNumbers: numbers of 32 bits for correlations and external ids of 64. Those of profilers are
// small and stay what they are; the others get numbers that no small one has.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace lanescope {

/// One per trace, whose workers share it. Any thread. Cost for a large id: a lock and a lookup.
class LinkNumbers {
 public:
  /// The same number for the same id; 0 for id 0.
  std::uint32_t of(std::uint64_t id) {
    return id < kFirst ? static_cast<std::uint32_t>(id) : of_large(id);
  }

 private:
  static constexpr std::uint32_t kFirst = 0x80000000U;

  std::uint32_t of_large(std::uint64_t id);

  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::uint32_t> large_;
};

}  // namespace lanescope
