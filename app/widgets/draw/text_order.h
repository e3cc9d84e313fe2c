// Hebrew and Arabic are written from right to left, in the middle of lines that are not.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// A line as it is drawn from left to right, letters joined where their script joins them. Lines
/// begin at the left, as all of a program's do; Unicode's bidirectional algorithm without its marks
/// and deeper levels. Costs next to nothing, and no memory, where no such script is in it.
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
