// The curve of an arrow between two slices, in the window and in pictures.
#pragma once

#include <cstddef>

namespace lanescope {

/// Where an arrow may touch a slice: a point in time, and the slice's top and bottom.
struct ArrowTouch {
  float x_px = 0, top_px = 0, bottom_px = 0;
};

struct ArrowPoint {
  float x = 0, y = 0;
};

/// A cubic Bézier curve from the edge of one slice that faces the other to that of the other.
struct ArrowShape {
  ArrowPoint from, from_bend, to_bend, to;
  float direction = 1;  // -1 if it arrives from below
};

/// How strongly each of so many arrows is drawn, 0 to 1: many overlap.
float arrow_strength(std::size_t arrows);

/// `least_bend_px` is how far the curve leaves and arrives vertically at least. Between slices of
/// one row, it goes from middle to middle.
ArrowShape arrow_shape(const ArrowTouch& from, const ArrowTouch& to, float least_bend_px);

}  // namespace lanescope
