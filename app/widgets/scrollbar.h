// A thin vertical scroll bar over the right edge of what it scrolls, and rows that scroll where
// there is less room than they need.
#pragma once

#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// The offset after the mouse had its way; draws nothing while everything fits.
float scrollbar(const Ui& ui, std::string_view id, Rect view, float content_px, float offset_px);

/// The offset kept inside the content.
float clamped_scroll(float offset_px, float content_px, float view_px);

/// For the time of one drawing: what is drawn into area() is cut off at `view`, and moved by what
/// the wheel, a scroll bar, or keys that lead to what is out of sight did to `offset_px`.
class Scrolled {
 public:
  Scrolled(const Ui& ui, std::string_view id, Rect view, float needed_px, float& offset_px);
  ~Scrolled();
  Scrolled(const Scrolled&) = delete;
  Scrolled& operator=(const Scrolled&) = delete;

  /// As high as needed, or as the view where that is higher.
  [[nodiscard]] Rect area() const { return area_; }

 private:
  void bring_focus_into_view();

  Rect view_, area_;
  float& offset_px_;
};

}  // namespace lanescope
