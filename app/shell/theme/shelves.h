// Room for pictures that come one after the other: from left to right on shelves.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

namespace lanescope {

class Shelves {
 public:
  Shelves() = default;
  Shelves(int width, int height) : width_(width), height_(height) {}

  /// Left and top of a place with a free line around it; nullopt when there is none any more.
  std::optional<std::pair<int, int>> place(int width, int height) {
    if (x_ + width + 1 > width_) {
      y_ += shelf_;
      x_ = shelf_ = 0;
    }
    if (x_ + width + 1 > width_ || y_ + height + 1 > height_) return std::nullopt;
    const std::pair at(x_, y_);
    x_ += width + 1;
    shelf_ = std::max(shelf_, height + 1);
    return at;
  }

 private:
  int width_ = 0, height_ = 0;
  int x_ = 0, y_ = 0, shelf_ = 0;  // where the next one goes, and how high its shelf is so far
};

}  // namespace lanescope
