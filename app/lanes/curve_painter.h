// Draws a curve as a filled area of steps: a value holds until the next one.
#pragma once

#include "app/lanes/lane_view.h"
#include "core/view/timeline/curve_model.h"

namespace lanescope {

struct CurveLook {
  ImU32 fill = 0;  // of the area under the curve; 0: none
  ImU32 edge = 0;
  bool dashed = false;
};

/// `area` is where the scale's range lies: its bottom is scale_min, its top scale_max.
void paint_curve(const LaneScene& scene, Rect area, const Curve& curve, const CurveLook& look);

/// The area of a curve lane between its margins.
Rect curve_area(const LaneScene& scene, const LanePlace& place);

/// Takes the line for a note off the top of a curve's area, so that no curve runs through words.
Rect cut_note_line(const LaneScene& scene, Rect& area);

/// What the top of the curve means, small, at the right end of that line.
void paint_curve_note(const LaneScene& scene, Rect line, std::string_view text);

}  // namespace lanescope
