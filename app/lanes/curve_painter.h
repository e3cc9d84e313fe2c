// Draws a curve as a filled step function: a value holds until the next one.
#pragma once

#include "app/lanes/lane_view.h"
#include "core/view/timeline/curve_model.h"

namespace lanescope {

struct CurveLook {
  ImU32 fill = 0;  // of the area below the curve; 0: none
  ImU32 edge = 0;
  bool dashed = false;
};

/// `area` covers the scale's range, from scale_min at the bottom to scale_max at the top.
void paint_curve(const LaneScene& scene, Rect area, const Curve& curve, const CurveLook& look);

/// The area of a curve lane within its margins.
Rect curve_area(const LaneScene& scene, const LanePlace& place);

/// Cuts a line for a note off the top of a curve's area, to keep the curve out of the text.
Rect cut_note_line(const LaneScene& scene, Rect& area);

/// What the top of the curve means, in small text at the right end of that line.
void paint_curve_note(const LaneScene& scene, Rect line, std::string_view text);

}  // namespace lanescope
