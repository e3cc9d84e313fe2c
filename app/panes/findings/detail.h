// One finding unfolded: its evidence as links, what to change, and what would confirm it.
#pragma once

#include "app/widgets/draw/ui.h"
#include "core/base/text/ids.h"
#include "core/view/findings/model.h"

namespace lanescope {

class FindingsDetail {
 public:
  /// Draws in the current window. The event whose link was clicked, else EventId::None.
  EventId draw(const Ui& ui, Rect area, const FindingCard& card);
  /// The rules that could not be judged, and why.
  void draw_not_judged(const Ui& ui, Rect area, const FindingsModel& model);
  void scroll_to_top() { scroll_px_ = 0; }

 private:
  float scroll_px_ = 0, content_px_ = 0;
};

}  // namespace lanescope
