// The times of each rank's GPUs side by side, and on which ranks the least and the most of them
// are.
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

/// Of all devices of the rank together, as in GpuTimeDevice and CommDevice.
enum class RankTime : std::uint8_t {
  Span,
  Busy,
  Idle,
  Compute,
  ExposedComm,
  ExposedMemory,
  TotalComm,
  TotalMemory,
  ConcurrentComm,  // in which two or more collectives go on
};
inline constexpr std::size_t kRankTimes = 9;
/// "span", "exposed_comm" …
std::string_view rank_time_name(RankTime time);

struct RankTimes {
  std::int64_t rank = 0;
  bool has_gpu = false;  // else all is 0 and takes no part in the spread
  std::array<Ns, kRankTimes> ns{};
  std::uint64_t collectives = 0;      // kernels that communicate
  std::optional<double> overlap_pct;  // of the communication that compute hides

  [[nodiscard]] Ns of(RankTime time) const { return ns[static_cast<std::size_t>(time)]; }
};
/// Cost: those of the analyses of GPU time and communication.
RankTimes rank_times(const RankTrace& trace);

/// Of one time over the ranks.
struct RankSpread {
  double mean_ns = 0;
  Ns min_ns = 0, max_ns = 0;
  std::size_t min_at = 0, max_at = 0;  // into the rows; of several the first
};
/// nullopt when no rank has GPU events.
std::optional<RankSpread> spread_over_ranks(std::span<const RankTimes> rows, RankTime time);

}  // namespace lanescope
