// An expanded finding: its evidence as links, what to change, and how to verify it.
#pragma once

#include "app/widgets/draw/ui.h"
#include "core/base/text/ids.h"
#include "core/view/findings/model.h"

namespace lanescope {

class FindingsDetail {
 public:
  /// Draws in the current window. Returns the event to which a clicked link leads while `selected`
  /// is selected, or EventId::None.
  EventId draw(const Ui& ui, Rect area, const FindingCard& card, EventId selected);
  /// The rules that are not applicable, and why.
  void draw_not_judged(const Ui& ui, Rect area, const FindingsModel& model);
  void scroll_to_top() { scroll_px_ = 0; }

 private:
  float scroll_px_ = 0, content_px_ = 0;
};

}  // namespace lanescope
