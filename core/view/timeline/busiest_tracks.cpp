#include "core/view/timeline/busiest_tracks.h"

#include <algorithm>
#include <functional>

namespace lanescope {

std::size_t keep_busiest(std::vector<const Track*>& tracks, std::size_t most) {
  if (tracks.size() <= most) return 0;
  std::vector<std::uint64_t> slices;
  slices.reserve(tracks.size());
  for (const Track* track : tracks) slices.push_back(track->slices);
  const auto last = slices.begin() + static_cast<std::ptrdiff_t>(most);
  std::ranges::nth_element(slices, last, std::greater<>());
  const std::uint64_t least = *last;
  // Of those that have as much as the first that goes, the first ones stay.
  auto equals = static_cast<std::size_t>(std::count(slices.begin(), last, least));
  const std::size_t before = tracks.size();
  std::erase_if(tracks, [&](const Track* track) {
    if (track->slices != least) return track->slices < least;
    if (equals == 0) return true;
    --equals;
    return false;
  });
  return before - tracks.size();
}

}  // namespace lanescope
