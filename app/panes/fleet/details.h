// The panel to the right of the wall: the selected rank, in the selected step or in all of them, of
// two runs in both; or the selected link.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "app/panes/fleet/frame.h"
#include "app/panes/ranks/scrolled_rows.h"
#include "core/view/fleet/wall_details.h"

namespace lanescope {

class FleetDetailsPane {
 public:
  void draw(const FleetFrame& frame, Rect area);

 private:
  void refresh(const FleetView& view);
  void draw_open_button(const FleetFrame& frame, Rect row) const;

  bool known_ = false;
  // What text_ is about.
  std::optional<std::size_t> rank_, step_;
  std::optional<RowOfRun> link_;
  std::shared_ptr<const FleetComparison> both_;
  RanksDetails text_;
  ScrolledRows rows_;
};

}  // namespace lanescope
