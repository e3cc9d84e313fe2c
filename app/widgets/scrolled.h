// Rows that scroll where there is less room than they need.
#pragma once

#include <string_view>

#include "app/widgets/ui.h"

namespace lanescope {

/// For the time of one drawing: what is drawn into area() is cut off at `view`, and moved by what
/// the wheel and a scroll bar did to `offset_px`.
class Scrolled {
 public:
  Scrolled(const Ui& ui, std::string_view id, Rect view, float needed_px, float& offset_px);
  ~Scrolled();
  Scrolled(const Scrolled&) = delete;
  Scrolled& operator=(const Scrolled&) = delete;

  /// As high as needed, or as the view where that is higher.
  [[nodiscard]] Rect area() const { return area_; }

 private:
  Rect area_;
};

}  // namespace lanescope
