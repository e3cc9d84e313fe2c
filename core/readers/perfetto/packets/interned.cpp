#include "core/readers/perfetto/packets/interned.h"

#include <algorithm>

namespace lanescope::perfetto {

void InternedPlaces::sort() {
  std::ranges::stable_sort(entries_, std::less());
  entries_.shrink_to_fit();
}

std::optional<Place> InternedPlaces::find(const Key& key, FileOrder order) const {
  const Entry wanted{key, order, {}};
  const auto behind = std::ranges::upper_bound(entries_, wanted, std::less());
  if (behind == entries_.begin() || (behind - 1)->key != key) return std::nullopt;
  return (behind - 1)->message;
}

}  // namespace lanescope::perfetto
