// GPU times of each rank, and which ranks have the minimum and the maximum.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/ranks/rank_trace.h"

namespace lanescope {

/// Totals over all devices of the rank, as in GpuTimeDevice and CommDevice.
enum class RankTime : std::uint8_t {
  Span,
  Busy,
  Idle,
  Compute,
  ExposedComm,
  ExposedMemory,
  TotalComm,
  TotalMemory,
  ConcurrentComm,  // while two or more collectives overlap
};
inline constexpr std::size_t kRankTimes = 9;
/// "span", "exposed_comm" …
std::string_view rank_time_name(RankTime time);

struct RankTimes {
  std::int64_t rank = 0;
  bool has_gpu = false;  // if false, only the span is known, and it is not part of the spread
  std::array<Ns, kRankTimes> ns{};
  std::uint64_t collectives = 0;      // number of communication kernels
  std::optional<double> overlap_pct;  // share of communication that overlaps with computation

  [[nodiscard]] Ns of(RankTime time) const { return ns[static_cast<std::size_t>(time)]; }
};
/// Cost: the analyses of GPU time and communication.
RankTimes rank_times(const RankTrace& trace);

/// The spread of one time over the ranks.
struct RankSpread {
  double mean_ns = 0;
  Ns min_ns = 0, max_ns = 0;
  std::size_t min_at = 0, max_at = 0;  // into the rows; the first of several
};
/// nullopt if no rank has GPU events.
std::optional<RankSpread> spread_over_ranks(std::span<const RankTimes> rows, RankTime time);

}  // namespace lanescope
