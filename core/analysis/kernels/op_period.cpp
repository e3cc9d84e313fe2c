#include "core/analysis/kernels/op_period.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/analysis/kernels/window_ranks.h"

namespace lanescope {
namespace {

/// Distances that are tried, of each length of windows.
constexpr std::size_t kMostTried = 4;

/// How far it is from windows to the next one like them: the distances most often met.
void add_distances(std::span<const std::uint32_t> ranks, std::size_t most,
                   std::set<std::uint32_t>& distances) {
  std::vector<std::uint32_t> last(ranks.size(), 0);  // by rank: place and 1
  std::unordered_map<std::uint32_t, std::uint32_t> votes;
  for (std::uint32_t i = 0; i < ranks.size(); ++i) {
    std::uint32_t& before = last[ranks[i]];
    if (before != 0 && i + 1 - before <= most) ++votes[i + 1 - before];
    before = i + 1;
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order(votes.begin(), votes.end());
  const std::size_t tried = std::min(kMostTried, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(tried), order.end(),
                    [](const auto& a, const auto& b) {
                      return a.second != b.second ? a.second > b.second : a.first < b.first;
                    });
  for (std::size_t i = 0; i < tried; ++i) distances.insert(order[i].first);
}

}  // namespace

std::optional<SequencePeriod> find_period(std::span<const std::uint32_t> symbols) {
  const std::size_t most = symbols.size() / thresholds::kLeastPeriods;
  if (most == 0) return std::nullopt;
  const WindowRanks ranks(symbols);
  std::set<std::uint32_t> distances;
  for (std::size_t l = 0; l < WindowRanks::kLevels; ++l) {
    add_distances(ranks.level(l), most, distances);
  }
  std::optional<SequencePeriod> best;
  for (const std::uint32_t distance : distances) {
    std::size_t same = 0;
    for (std::size_t i = 0; i + distance < symbols.size(); ++i) {
      same += symbols[i] == symbols[i + distance] ? 1 : 0;
    }
    const double match = static_cast<double>(same) / static_cast<double>(symbols.size() - distance);
    if (match < thresholds::kLeastPeriodMatch || (best && match <= best->match)) continue;
    best = {distance, match};
  }
  return best;
}

}  // namespace lanescope
