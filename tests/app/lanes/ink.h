// How much of a row of a lane is painted in the last frame, and how much should be.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/widgets/draw/rect.h"
#include "tests/app/ui_driver.h"

namespace lanescope {

/// The pixels of an area on the screen, in the colors that were painted last; what is translucent
/// or smoothed is left out.
class SeenPixels {
 public:
  /// Reads the context's last frame. The area is rounded to whole pixels.
  explicit SeenPixels(Rect area);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  /// 0 if nothing was painted there.
  [[nodiscard]] ImU32 at(int x, int y) const {
    return colors_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                   static_cast<std::size_t>(x)];
  }
  /// Whether a pixel is painted in something else than the background of the dark theme.
  [[nodiscard]] bool is_ink(int x, int y) const;
  /// The share of pixels that are.
  [[nodiscard]] double ink() const;

 private:
  void paint(const ImDrawVert& a, const ImDrawVert& b, const ImDrawVert& c, Rect clip);

  Rect area_;
  int width_ = 0, height_ = 0;
  std::vector<ImU32> colors_;
};

/// A row of a lane on the screen, at scale 1; the lane must be in view.
Rect row_on_screen(UiDriver& ui, const std::string& lane_key, std::uint32_t row = 0);

/// Shares of a row's pixels.
struct LaneInk {
  std::string lane;
  double painted = 0, due = 0;
};
/// The idle lanes of the trace, by what Overview says about each GPU, and the first rows of its
/// streams, by their kernels; with the whole trace in view.
std::vector<LaneInk> measure_ink(UiDriver& ui);

/// Checks that what is painted of a trace's lanes is what is due, in a window of that width.
/// Returns how many lanes there were.
std::size_t check_ink(const std::string& file, float width_px);

}  // namespace lanescope
