// What lanes show at first in an area too low for the threads and the GPU.
#pragma once

#include "app/panes/pane/trace_view.h"

namespace lanescope {

class StreamsInSight {
 public:
  /// Call once per frame: as soon as all of the trace is there, scrolls to the first two streams of
  /// GPUs, once. Not if both are in view from the top, nor if the user has moved on.
  void update(TraceView& view);

 private:
  bool done_ = false;
};

}  // namespace lanescope
