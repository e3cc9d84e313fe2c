// The panel to the right of the wall: the selected rank, in the selected step or in all of them.
#pragma once

#include <cstddef>
#include <optional>

#include "app/panes/fleet/frame.h"
#include "core/view/fleet/wall_details.h"

namespace lanescope {

class FleetDetailsPane {
 public:
  void draw(const FleetFrame& frame, Rect area);

 private:
  void refresh(const FleetView& view);

  bool known_ = false;
  std::optional<std::size_t> rank_, step_;  // what text_ is about
  RanksDetails text_;
  float scroll_px_ = 0, height_px_ = 0;
};

}  // namespace lanescope
