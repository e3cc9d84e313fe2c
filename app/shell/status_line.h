// The line at the bottom: what is selected, what is in view, and how long a frame takes.
#pragma once

#include <cstdint>
#include <string>

#include "app/panes/trace_view.h"
#include "app/widgets/ui.h"

namespace lanescope {

class StatusLine {
 public:
  void draw(const Ui& ui, Rect line, const TraceView& view, double frame_ms);

 private:
  std::string text_, frame_;
  std::uint64_t generation_ = 0, selection_ = ~std::uint64_t{0};
  TimeView view_;
  int shown_tenths_ = -1;
};

}  // namespace lanescope
