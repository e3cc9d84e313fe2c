// Correlation numbers of 32 bits for launches that are told by the ids of flows, or of the GPU work
// that they submit, and numbers for who launched, which decide between launches of one correlation
// in several processes. They do not collide with the numbers that profilers give: those are small,
// and the others get such a number too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/build/tracks/raw_events.h"
#include "core/readers/perfetto/tracks.h"

namespace lanescope::perfetto {

class LaunchNumbers {
 public:
  /// Of a number that the file has.
  std::uint32_t of_written(std::uint64_t id) {
    return id < kFirst ? static_cast<std::uint32_t>(id) : number(written_, id);
  }
  std::uint32_t of_flow(std::uint64_t id) { return number(flows_, id); }
  std::uint32_t of_work(std::uint64_t event_id) { return number(works_, event_id); }
  /// Of a launch that submits all of these, at least one.
  std::uint32_t of_works(std::span<const std::uint64_t> event_ids);
  /// Of the process that a call is in, or that work was launched by; as external ids, which are
  /// compared where several calls have the correlation of the work.
  std::uint32_t of_call_on(std::size_t node) { return owner(Owner::Track, node); }
  std::uint32_t of_work_by_process(std::int64_t pid) { return owner(Owner::Process, pid); }
  std::uint32_t of_work_by_thread(std::int64_t tid) { return owner(Owner::Thread, tid); }
  /// Call when all tracks are described. Work that was read before its launch gets the launch's
  /// number, and who launched becomes the process of that.
  void settle(std::vector<RawLink>& links, const Tracks& tracks) const;

 private:
  using Numbers = std::unordered_map<std::uint64_t, std::uint32_t>;
  using Settled = std::unordered_map<std::uint32_t, std::uint32_t>;
  enum class Owner : std::uint8_t { Track, Process, Thread };
  static constexpr std::uint32_t kFirst = 0x80000000U;

  std::uint32_t number(Numbers& numbers, std::uint64_t id) {
    const auto [at, fresh] = numbers.try_emplace(id, next_);
    if (fresh) ++next_;
    return at->second;
  }

  template <typename Value>
  std::uint32_t owner(Owner what, Value value) {
    const auto [at, fresh] = owners_.try_emplace({what, static_cast<std::int64_t>(value)}, next_);
    if (fresh) ++next_;
    return at->second;
  }
  [[nodiscard]] Settled settled_owners(const Tracks& tracks) const;

  Numbers flows_, works_, written_;
  std::map<std::pair<Owner, std::int64_t>, std::uint32_t> owners_;
  std::map<std::uint32_t, std::uint32_t> same_;  // the number of a launch, by that of its work
  std::uint32_t next_ = kFirst;
};

}  // namespace lanescope::perfetto
