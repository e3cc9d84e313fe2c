#include "core/build/tracks/link_numbers.h"

#include "core/base/check.h"

namespace lanescope {

std::uint32_t LinkNumbers::of_large(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  LANESCOPE_CHECK(large_.size() < kFirst, "fewer than {} large ids, not {}", kFirst, large_.size());
  const auto next = kFirst + static_cast<std::uint32_t>(large_.size());
  return large_.try_emplace(id, next).first->second;
}

}  // namespace lanescope
