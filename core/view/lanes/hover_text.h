// What a tooltip says about the slice, block or instant under the mouse.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/lanes/model.h"

namespace lanescope {

struct HoverText {
  std::string title;                                       // the name; "37 slices" of a block
  std::vector<std::pair<std::string, std::string>> facts;  // "Duration" "412.3 µs"
  ColorRole role = ColorRole::Compute;
  std::uint8_t shade = 0;
  bool colored = false;  // role and shade mean something
};

/// Cost: O(slices of a block) at most for its longest one, which the hit has found already; else
/// log(slices).
HoverText hover_text(const Snapshot& snapshot, const LaneHit& hit);

}  // namespace lanescope
