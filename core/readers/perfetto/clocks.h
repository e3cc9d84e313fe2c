// Converts times to BOOTTIME, on which all of a trace is drawn, by the snapshots of clocks in it:
// of those that have both clocks, the latest at or before the time, else the first. A clock without
// such a snapshot is reached over others.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/time.h"

namespace lanescope::perfetto {

// Numbers of builtin clocks.
inline constexpr std::uint32_t kRealtime = 1, kMonotonic = 3, kBoottime = 6;

class Clocks {
 public:
  /// `message` is a ClockSnapshot of the sequence. False if it is broken.
  bool take_snapshot(std::uint32_t sequence, std::string_view message);

  /// nullopt if no snapshot leads to BOOTTIME. Times of an incremental clock count from the one
  /// before, so each may be converted once only.
  std::optional<Ns> boottime(std::uint32_t sequence, std::uint32_t clock, std::uint64_t time);

  /// What to add to a time for Unix time, by the first snapshot that tells.
  [[nodiscard]] std::optional<Ns> unix_base_ns() const { return unix_base_ns_; }

 private:
  /// Clocks from 64 to 127 are of one sequence.
  using Key = std::pair<std::uint32_t, std::uint32_t>;
  using Snapshot = std::map<Key, Ns>;

  /// A clock that counts in other units, or from the time before.
  struct Counting {
    std::int64_t unit_ns = 1;
    bool incremental = false;
    Ns last_ns = 0;
  };
  /// The difference to BOOTTIME, for times in [from, until).
  struct Known {
    Ns from_ns = 0, until_ns = 0;
    Ns shift_ns = 0;
  };
  struct Step {
    Key key;
    Ns time_ns;
    Known known;
  };

  static Key key_of(std::uint32_t sequence, std::uint32_t clock);
  Ns absolute(const Key& key, std::uint64_t time);
  [[nodiscard]] std::optional<Known> find(const Key& key, Ns time_ns) const;
  [[nodiscard]] std::map<Key, Step> neighbors(const Step& at) const;

  std::vector<Snapshot> snapshots_;
  std::map<Key, Counting> counting_;
  std::map<Key, Known> known_;  // until the next snapshot
  std::optional<Ns> unix_base_ns_;
};

}  // namespace lanescope::perfetto
