// What the Details panel offers while nothing is selected: findings by potential gain, and extremes
// of the trace, each as a line that leads to it.
#pragma once

#include "app/panes/pane/pane.h"
#include "app/widgets/key_value.h"
#include "core/view/findings/model.h"
#include "core/view/overview/highlights.h"

namespace lanescope {

/// What is known at the moment about the chosen window, or about the selected range.
struct OfferedHighlights {
  Insight<FindingsModel> findings;  // not for a selected range, where each drag would cost them all
  Insight<Highlights> extremes;
  bool waits = false;  // something is still being computed

  /// Nothing to offer, and nothing to wait for.
  [[nodiscard]] bool empty() const;
};
/// Asks for the findings last, because they need most other analyses. Cost: negligible.
OfferedHighlights ask_highlights(TraceView& view);

void draw_highlights(const PaneFrame& frame, FactColumn& column, const OfferedHighlights& offered);

}  // namespace lanescope
