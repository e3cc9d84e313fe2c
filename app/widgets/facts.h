// Facts at the right end of a line, such as beside tabs: "Sum −5.018 ms per step · 78 rows". What
// has no room is left out, part by part; no word is cut.
#pragma once

#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// The first of the parts that " · " separates, as many as fit in `width_px`. The first one may
/// lose its details, as "Sum −5.018 ms" does, but not its number. Empty if not even that fits.
std::string_view parts_that_fit(const Face& face, std::string_view facts, float width_px);

/// Ends at the right edge of `room`. If something is left out, a tooltip has it.
void draw_right_facts(const Ui& ui, Rect room, std::string_view facts);

}  // namespace lanescope
