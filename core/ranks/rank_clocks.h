// A common clock for all ranks. Offsets follow from collectives, which end at the same time
// everywhere.
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
  Reference,  // the first trace with collectives; defines the common clock
  Aligned,
  Refused,       // no offset fits the ends
  TooFewShared,  // with the aligned ranks
  NoCollectives,
};
/// "reference", "aligned", "refused", "too_few_shared", "no_collectives".
std::string_view clock_state_name(ClockState state);

struct RankLag {
  std::uint32_t group = 0;  // into SharedGroups::groups
  std::int64_t lag = 0;     // the partner's collective k - lag is this rank's collective k
  std::size_t pairs = 0;
  double deviation_ns = 0;  // median absolute deviation
};

struct RankClock {
  ClockState state = ClockState::NoCollectives;
  Ns base_ns = 0;             // the base time in the file, added first
  Ns offset_ns = 0;           // then added to get the common clock, valid at `drift_from_ns`
  double drift = 0;           // added per nanosecond after that: 1e-6 is 1 µs per second
  Ns drift_from_ns = 0;       // includes the base
  bool has_drift = false;     // the trace is long enough to measure it
  double deviation_ns = 0;    // median absolute deviation of the ends from this clock
  double error_ns = 0;        // sum of the deviations along the chain to the reference
  double limit_ns = 0;        // the rank is refused if the deviation is larger
  std::size_t partner = 0;    // the trace it was compared with
  std::size_t pairs = 0;      // of collectives
  std::size_t agreeing = 0;   // pairs whose ends are within the limit
  std::vector<RankLag> lags;  // of groups without sequence numbers
  /// By shared group: subtract this from a collective's index to get the index common to all ranks;
  /// nullopt if unknown.
  std::vector<std::optional<std::int64_t>> shifts;

  [[nodiscard]] bool aligned() const {
    return state == ClockState::Reference || state == ClockState::Aligned;
  }
  /// Converts from the trace's own clock to the common one. Requires aligned().
  [[nodiscard]] Ns common(Ns own_ns) const;
  /// The inverse: exact without drift, otherwise to about a nanosecond.
  [[nodiscard]] Ns own(Ns common_ns) const;
};

/// Each rank is compared with the reference or, if they have no collectives in common, with the
/// first aligned rank that has some in common. The offset is the median difference of the ends; if
/// the trace is longer than 10 s, a line is fitted to the differences (Theil-Sen). The limit is 1
/// ms or, if larger, 5 % of the median step or of the median time between collectives, whichever is
/// shorter; on the host twice as much. A rank is refused if the median deviation exceeds the limit,
/// or if fewer than 4 pairs are within it and sequence numbers do not identify the pairs. Pure.
/// Cost: 17 * collectives * log(collectives).
std::vector<RankClock> align_clocks(std::span<const RankCollectives> traces,
                                    const SharedGroups& shared, const Thresholds& thresholds = {});

/// Why a clock is not aligned, as the end of a sentence; empty if it is.
std::string clock_problem(const RankClock& clock);

}  // namespace lanescope
