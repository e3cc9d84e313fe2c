// The line at the bottom: the trace, the selection, the view, and costs.
#pragma once

#include <cstdint>
#include <string>

#include "app/panes/pane/trace_view.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

class StatusLine {
 public:
  /// `frame_ms`: 0 hides the costs.
  void draw(const Ui& ui, Rect line, const TraceView& view, double frame_ms);

 private:
  void refresh(const TraceView& view);
  void refresh_costs(double frame_ms);

  std::string file_, trace_, selected_, shown_, costs_;
  std::uint64_t generation_ = 0, selection_ = ~std::uint64_t{0};
  TimeView view_;
  int shown_tenths_ = -1;
  double costs_at_s_ = -1;
};

}  // namespace lanescope
