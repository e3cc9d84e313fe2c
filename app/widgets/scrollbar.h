// A thin vertical scroll bar over the right edge of its content, and rows that scroll if they do
// not fit.
#pragma once

#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// Returns the offset after mouse input; draws nothing if everything fits.
float scrollbar(const Ui& ui, std::string_view id, Rect view, float content_px, float offset_px);

/// The offset, limited to the content.
float clamped_scroll(float offset_px, float content_px, float view_px);

/// Lives while the content is drawn: clips what is drawn into area() to `view`, and shifts it by
/// `offset_px`, which the wheel, a scroll bar and keyboard focus moving out of sight change.
class Scrolled {
 public:
  Scrolled(const Ui& ui, std::string_view id, Rect view, float needed_px, float& offset_px);
  ~Scrolled();
  Scrolled(const Scrolled&) = delete;
  Scrolled& operator=(const Scrolled&) = delete;

  /// As high as needed, but at least as high as the view.
  [[nodiscard]] Rect area() const { return area_; }

 private:
  void bring_focus_into_view();

  Rect view_, area_;
  float& offset_px_;
};

}  // namespace lanescope
