#include "app/panes/fleet/rank_search.h"

#include <algorithm>

#include "core/view/text/time_text.h"

namespace lanescope {

void RankSearch::refresh(const FleetPicture& run) {
  if (text == text_of_) return;
  text_of_ = text;
  ranks_ = find_ranks(run, text);
}

std::string RankSearch::facts(std::optional<std::size_t> selected) const {
  if (text_of_.find_first_not_of(' ') == std::string::npos) return "";
  if (ranks_.empty()) return "no such rank, host or group";
  const std::string all = counted(ranks_.size(), "rank");
  if (!selected) return all;
  const auto at = std::ranges::find(ranks_, *selected);
  if (at == ranks_.end()) return all;
  return count_text(static_cast<std::uint64_t>(at - ranks_.begin()) + 1) + " of " + all;
}

}  // namespace lanescope
