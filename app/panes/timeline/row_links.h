// The words on a lane's label that tell of rows it does not show, and choose them when clicked.
#pragma once

#include <cstdint>
#include <string>

#include "app/panes/pane/pane.h"
#include "core/view/lanes/layout.h"

namespace lanescope {

/// Rows of a lane with slices in the time in view, above and below those that it shows.
struct HiddenRows {
  std::uint32_t above = 0, below = 0;

  [[nodiscard]] std::uint32_t all() const { return above + below; }
};

/// How a lane tells its hidden rows.
struct RowLinks {
  enum class Place : std::uint8_t {
    Beside,    // low lanes: their number, beside the name
    Together,  // one line at the lower edge
    Apart,     // the upper ones below the name, the others at the lower edge
  };
  Place place = Place::Beside;
  HiddenRows hidden;
  std::string lower = {};  // at the lower edge; empty for nothing
};

RowLinks row_links(const Ui& ui, const LayoutItem& item, const Lane& lane, Rect label);

/// In a low lane, the number of hidden rows on the right of the name, where `taken_px` are in use.
/// Returns the width it takes.
float draw_rows_beside(const PaneFrame& frame, const Lane& lane, Rect label, const RowLinks& links,
                       float taken_px);

/// In others, a line for hidden rows on the side where they are, which shows these and no others,
/// or one to fold what was unfolded. `below_name` is the label without what is left of and above
/// the end of the name and facts.
void draw_rows_apart(const PaneFrame& frame, const LayoutItem& item, const Lane& lane,
                     Rect below_name, const RowLinks& links);

}  // namespace lanescope
