// One clock for all ranks: by how much each rank's differs, from collectives, which end together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/ranks/rank_collectives.h"
#include "core/ranks/shared_groups.h"

namespace lanescope {

enum class ClockState : std::uint8_t {
  Reference,  // the first trace with collectives: its clock is the common one
  Aligned,
  Refused,       // the ends do not agree with any offset
  TooFewShared,  // with the ranks that are aligned
  NoCollectives,
};
/// "reference", "aligned", "refused", "too_few_shared", "no_collectives".
std::string_view clock_state_name(ClockState state);

struct RankLag {
  std::uint32_t group = 0;  // into SharedGroups::groups
  std::int64_t lag = 0;     // the partner's collective k - lag is this rank's collective k
  std::size_t pairs = 0;
  double deviation_ns = 0;  // median absolute
};

struct RankClock {
  ClockState state = ClockState::NoCollectives;
  Ns base_ns = 0;        // the file's own, added first
  Ns offset_ns = 0;      // what then is to be added for the common clock, at `drift_from_ns`
  double drift = 0;      // … and so much more each nanosecond after that: 1e-6 is 1 µs a second
  Ns drift_from_ns = 0;  // with the base
  bool has_drift = false;     // the trace is long enough to tell
  double deviation_ns = 0;    // median absolute, of the ends from this clock
  double error_ns = 0;        // the sum of them on the way to the reference
  double limit_ns = 0;        // of the deviation, above it the rank is refused
  std::size_t partner = 0;    // the trace it was compared with
  std::size_t pairs = 0;      // of collectives
  std::size_t agreeing = 0;   // of them, whose ends are within the limit
  std::vector<RankLag> lags;  // of the groups that are counted
  /// By group of the run: what is taken off the number of a collective to have the one that all
  /// ranks know it by; nullopt when it could not be found out.
  std::vector<std::optional<std::int64_t>> shifts;

  [[nodiscard]] bool aligned() const {
    return state == ClockState::Reference || state == ClockState::Aligned;
  }
  /// A time of the trace's own clock on the common one. Only when aligned().
  [[nodiscard]] Ns common(Ns own_ns) const;
  /// The other way round, to the nanosecond without drift and to about one with it.
  [[nodiscard]] Ns own(Ns common_ns) const;
};

/// Each rank is compared with the reference or, if they share no group, with the first rank that is
/// aligned and shares one. The offset is the median difference of the ends; of traces longer than
/// 10 s a line is laid through the differences (Theil-Sen). A rank is refused when the differences
/// deviate from it by more than the larger of 1 ms and 5 % of the median step, or of the time
/// between two collectives where that is less, at the median; and when fewer than 4 of the pairs
/// lie that near to it, unless sequence numbers leave no doubt which belong together. Pure. Cost:
/// 17 * collectives * log(collectives).
std::vector<RankClock> align_clocks(std::span<const RankCollectives> traces,
                                    const SharedGroups& shared, const Thresholds& thresholds = {});

/// Why a clock is not aligned, as the end of a sentence; empty when it is.
std::string clock_problem(const RankClock& clock);

}  // namespace lanescope
