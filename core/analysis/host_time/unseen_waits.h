// What the waits of a thread are for that are too short for each to be hit by a sample: a sample
// hits waits by chance, the more likely the longer they are, so that those that were hit at a line
// tell how all short waits there divide. That is said of their sum, not of any of them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/host_time.h"

namespace lanescope {

/// Of one thread.
class UnseenWaits {
 public:
  /// `period_ns`: between two samples. A longer wait is hit for sure: it tells nothing of others,
  /// nor they of it.
  explicit UnseenWaits(Ns period_ns) : period_ns_(period_ns) {}

  struct Wait {
    StringId name = StringId::Empty;  // of its state
    StringId line = StringId::Empty;  // of Python, Empty if unknown
    EventId event = EventId::None;
    Ns length_ns = 0;
  };
  /// One that a sample has hit.
  void add_seen(HostState state, const Wait& wait);
  /// One of which nobody knows what it is for.
  void add_unseen(const Wait& wait);

  /// Rows for what the unseen ones are for, `inferred`, by the samples at the same line, or by
  /// those of the whole thread where a line has too few. What is left is still unknown. Cost:
  /// lines.
  [[nodiscard]] std::vector<HostWait> inferred() const;

 private:
  /// Fewer samples tell nothing.
  static constexpr std::uint64_t kLeastSeen = 5;

  struct Seen {
    std::array<std::uint64_t, kHostStates> count{};
    std::array<Ns, kHostStates> total_ns{};
    std::uint64_t all = 0;
    Ns all_ns = 0;

    void add(HostState state, Ns length_ns);
    /// How much of unseen waits is of each state; in sum all of them, or nothing.
    [[nodiscard]] std::array<Ns, kHostStates> parts(Ns unseen_ns) const;
  };
  struct Unseen {
    std::uint64_t count = 0;
    Ns total_ns = 0;
    Wait longest;
  };
  void infer(const Unseen& unseen, const Seen& seen, std::array<HostWait, kHostStates>& rows) const;

  Ns period_ns_;
  Seen seen_;  // at any line
  std::map<StringId, Seen> seen_at_;
  std::map<StringId, Unseen> unseen_at_;
  std::array<Wait, kHostStates> longest_{};  // of those seen, by state
};

}  // namespace lanescope
