// The search among the ranks of the wall: its text and what it finds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/view/fleet/rank_search.h"

namespace lanescope {

/// UI thread only.
class RankSearch {
 public:
  /// The text as typed; empty: no search.
  std::string text;

  /// Call once per frame. Cost: that of find_ranks if the text has changed.
  void refresh(const FleetPicture& run);
  /// Ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& ranks() const { return ranks_; }
  /// "2 of 8 ranks", "no such rank, host or group"; empty without a search.
  [[nodiscard]] std::string facts(std::optional<std::size_t> selected) const;

 private:
  std::string text_of_;
  std::vector<std::uint32_t> ranks_;
};

}  // namespace lanescope
