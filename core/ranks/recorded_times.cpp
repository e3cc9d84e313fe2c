#include "core/ranks/recorded_times.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace lanescope {

bool recorded_far_apart(std::vector<TimeRange> recordings) {
  /// In lengths of the longest recording.
  constexpr Ns kMostPauses = 10;
  std::erase_if(recordings, [](const TimeRange& range) { return range.empty(); });
  std::ranges::sort(recordings, {}, &TimeRange::begin_ns);
  Ns longest_ns = 1, end_ns = kMaxNs;
  for (const TimeRange& range : recordings) {
    LANESCOPE_CHECK(range.length_ns() > 0, "no empty range is left, not {}", range.begin_ns);
    longest_ns = std::max(longest_ns, range.length_ns());
  }
  for (const TimeRange& range : recordings) {
    if (saturating_sub(range.begin_ns, end_ns) / kMostPauses > longest_ns) return true;
    end_ns = end_ns == kMaxNs ? range.end_ns : std::max(end_ns, range.end_ns);
  }
  return false;
}

bool recorded_far_apart(std::span<const RankClaim> claims) {
  std::vector<TimeRange> known;
  for (const RankClaim& claim : claims) {
    if (claim.unix_time) known.push_back(*claim.unix_time);
  }
  return recorded_far_apart(std::move(known));
}

}  // namespace lanescope
