// A flame graph on the screen: which part of it is visible, which boxes are drawn, where the arrow
// keys go.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/flame/tree.h"

namespace lanescope {

/// The horizontal range of a flame graph that fills the width, in units of its weight.
class FlameZoom {
 public:
  /// Shows everything.
  void reset(const FlameTree& tree);
  void show(const FlameTree& tree, const FlameNode& node);
  /// `factor` > 1 zooms in; the position at `share` (0 … 1) of the width stays in place.
  void zoom(const FlameTree& tree, double factor, double share);
  /// By a share of the width; positive moves the view to the right.
  void pan(const FlameTree& tree, double share);

  [[nodiscard]] double px_of(std::int64_t at, double width_px) const {
    return (static_cast<double>(at) - begin_) / length_ * width_px;
  }
  [[nodiscard]] double begin() const { return begin_; }
  [[nodiscard]] double length() const { return length_; }
  [[nodiscard]] bool is_whole(const FlameTree& tree) const;
  friend bool operator==(const FlameZoom&, const FlameZoom&) = default;

 private:
  void keep_inside(const FlameTree& tree);

  double begin_ = 0;
  double length_ = 1;
};

/// A frame, or several adjacent frames that share a pixel.
struct FlameBox {
  std::uint32_t node = 0;   // the first one
  std::uint32_t count = 1;  // more than 1: each is narrower than a pixel
  float x0_px = 0, x1_px = 0;
};

/// Fills `boxes` with the visible part of a line, from left to right. Cost: the boxes times
/// log(nodes); does not allocate once `boxes` has grown.
void flame_boxes(const FlameTree& tree, std::uint32_t depth, const FlameZoom& zoom, double width_px,
                 std::vector<FlameBox>& boxes);

enum class FlameStep : std::uint8_t { Out, In, Left, Right };
/// The parent, the heaviest child, or the neighbor on the same line; the node itself if there is
/// none. Cost: log(lines), plus the children for In.
std::uint32_t flame_neighbour(const FlameTree& tree, std::uint32_t node, FlameStep step);

}  // namespace lanescope
