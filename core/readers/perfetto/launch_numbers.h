// Correlation numbers of 32 bits for launches that are told by the ids of flows, or of the GPU work
// that they submit. They do not collide with the small numbers that profilers give.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/build/tracks/raw_events.h"

namespace lanescope::perfetto {

class LaunchNumbers {
 public:
  std::uint32_t of_flow(std::uint64_t id) { return number(flows_, id); }
  std::uint32_t of_work(std::uint64_t event_id) { return number(works_, event_id); }
  /// Of a launch that submits all of these, at least one.
  std::uint32_t of_works(std::span<const std::uint64_t> event_ids);
  /// Work that was read before its launch gets the launch's number.
  void settle(std::vector<RawLink>& links) const;

 private:
  using Numbers = std::unordered_map<std::uint64_t, std::uint32_t>;
  static constexpr std::uint32_t kFirst = 0x80000000U;

  std::uint32_t number(Numbers& numbers, std::uint64_t id) {
    const auto [at, fresh] = numbers.try_emplace(id, next_);
    if (fresh) ++next_;
    return at->second;
  }

  Numbers flows_, works_;
  std::map<std::uint32_t, std::uint32_t> same_;  // the number of a launch, by that of its work
  std::uint32_t next_ = kFirst;
};

}  // namespace lanescope::perfetto
