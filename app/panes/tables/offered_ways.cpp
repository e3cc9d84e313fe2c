#include "app/panes/tables/offered_ways.h"

#include <algorithm>
#include <numeric>

namespace lanescope {

OfferedWays::OfferedWays(const DataPaneSpec& spec) {
  std::vector<std::size_t> all(spec.ways.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  take(all, spec);
}

void OfferedWays::refresh(const TraceView& view, const DataPaneSpec& spec, std::size_t& chosen) {
  if (!spec.offered) return;
  if (way_at(chosen) != shown_) wanted_ = shown_ = way_at(chosen);
  const std::span<const std::size_t> now = spec.offered(view);
  if (std::ranges::equal(now, ways_)) return;
  const auto kept = std::ranges::find(now, wanted_);
  chosen = kept == now.end() ? 0 : static_cast<std::size_t>(kept - now.begin());
  take(now, spec);
  shown_ = way_at(chosen);
}

std::size_t OfferedWays::way_at(std::size_t chosen) const {
  return ways_.empty() ? 0 : ways_.at(chosen);
}

void OfferedWays::take(std::span<const std::size_t> ways, const DataPaneSpec& spec) {
  ways_.assign(ways.begin(), ways.end());
  names_.clear();
  hints_.clear();
  for (const std::size_t way : ways_) {
    names_.push_back(spec.ways.at(way));
    hints_.push_back(way < spec.way_hints.size() ? spec.way_hints[way] : std::string_view());
  }
}

}  // namespace lanescope
