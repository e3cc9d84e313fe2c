// Detects that another profiler has taken over CUPTI's buffers, for which CUPTI reports no error:
// calls are seen, a flush was made, but no records arrive.
#pragma once

#include <cstdint>
#include <optional>

#include "capture/wire/records.h"

namespace lanescope::agent {

class ConflictWatch {
 public:
  /// Totals so far.
  struct Seen {
    std::uint64_t calls = 0;      // that submit GPU work
    std::uint64_t witnesses = 0;  // finished calls for which CUPTI owes a record
    std::uint64_t records = 0;    // delivered
  };

  /// Call once a second, after a flush. Returns the change, if any. Without a witness it remains a
  /// suspicion: one long kernel holds all records back.
  std::optional<wire::ConflictKind> look(const Seen& seen, std::int64_t now_ns) {
    if (known_) {
      last_ = seen;
      return {};
    }
    if (seen.records != last_.records) {
      const bool was = reported_ != 0;
      last_ = seen;
      quiet_since_ = 0;
      reported_ = 0;
      if (was) return wire::ConflictKind::Resumed;
      return {};
    }
    if (quiet_since_ == 0) {
      // Without calls no records are expected.
      if (seen.calls == last_.calls) return {};
      quiet_since_ = now_ns;
      return {};
    }
    const std::int64_t quiet = now_ns - quiet_since_;
    if (reported_ < 2 && quiet >= kLostAfter && seen.witnesses != last_.witnesses) {
      reported_ = 2;
      return wire::ConflictKind::Lost;
    }
    if (reported_ < 1 && quiet >= kSuspectAfter) {
      reported_ = 1;
      return wire::ConflictKind::Suspected;
    }
    return {};
  }
  /// The other profiler is known to have taken the records (`lost`) or to have returned them.
  void know(bool lost) {
    known_ = lost;
    reported_ = lost ? 2 : 0;
    quiet_since_ = 0;
  }
  [[nodiscard]] bool known() const { return known_; }
  [[nodiscard]] bool lost() const { return reported_ == 2; }

 private:
  static constexpr std::int64_t kSuspectAfter = 900'000'000, kLostAfter = 1'900'000'000;

  Seen last_;
  std::int64_t quiet_since_ = 0;
  bool known_ = false;
  int reported_ = 0;  // 1 suspected, 2 lost
};

}  // namespace lanescope::agent
