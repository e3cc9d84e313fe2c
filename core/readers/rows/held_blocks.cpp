#include "core/readers/rows/held_blocks.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope {

std::optional<HeldBlocks::Held> HeldBlocks::take(const Change& change) {
  const double bytes = std::max(0.0, static_cast<double>(change.bytes));
  if (change.address == 0) return add(change.device, change.is_release ? -bytes : bytes);
  const auto at = blocks_.find(change.address);
  if (change.is_release) {
    if (at == blocks_.end()) return std::nullopt;  // allocated before the recording
    const Held block = at->second;
    blocks_.erase(at);
    return add(block.device, -block.bytes);
  }
  // At the same address: allocated anew in another size.
  if (at != blocks_.end()) add(at->second.device, -at->second.bytes);
  blocks_.insert_or_assign(change.address, Held{change.device, bytes});
  return add(change.device, bytes);
}

HeldBlocks::Held HeldBlocks::add(std::int64_t device, double bytes) {
  double& held = held_[device];
  held = std::max(0.0, held + bytes);
  LANESCOPE_CHECK(held >= 0, "bytes that are held on device {}, not {}", device, held);
  return {device, held};
}

}  // namespace lanescope
