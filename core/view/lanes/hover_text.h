// The tooltip for the slice, block or instant under the mouse, and the status line for the
// selection and the view.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/events/selection.h"
#include "core/view/lanes/model.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

struct HoverText {
  std::string title;                                       // the name; for a block "37 slices; …"
  std::vector<std::pair<std::string, std::string>> facts;  // "Duration" "412.3 µs"
  ColorRole role = ColorRole::Compute;
  std::uint8_t shade = 0;
  bool colored = false;  // whether role and shade are set
};

/// Cost: log(slices), of a wait of a sampled thread for each of its rows. The longest slice of a
/// block is taken from the hit.
HoverText hover_text(const Snapshot& snapshot, const LaneHit& hit);

/// "1 selected · 412.3 µs", "3 selected · 1.204 ms total", "range 412–612 ms · 200.0 ms"; empty if
/// nothing is selected. Cost: log(slices) per selected event.
std::string selection_text(const Snapshot& snapshot, const Selection& selection);

/// "view 412–612 ms".
std::string view_text(const Snapshot& snapshot, const Viewport& viewport);

}  // namespace lanescope
