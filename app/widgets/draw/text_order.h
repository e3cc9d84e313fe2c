// Right-to-left scripts: Hebrew and Arabic within left-to-right lines.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// A line in visual order from left to right, with Arabic letters joined. A line break in it, as in
/// a name of the trace, becomes a space, since it would draw over what is below. Lines always start
/// at the left; implements Unicode's bidirectional algorithm without its control characters and
/// deeper levels. For text without such a script: almost no cost, and no allocation.
class DrawingOrder {
 public:
  /// `text` must outlive it.
  explicit DrawingOrder(std::string_view text);
  DrawingOrder(const DrawingOrder&) = delete;
  DrawingOrder& operator=(const DrawingOrder&) = delete;

  [[nodiscard]] std::string_view text() const { return changed_.empty() ? text_ : changed_; }

 private:
  std::string_view text_;
  std::string changed_;
};

}  // namespace lanescope
