#include "core/readers/perfetto/track_spans.h"

#include "core/base/check.h"

namespace lanescope::perfetto {

void TrackSpans::add(std::size_t node, RawAsync event) {
  LANESCOPE_CHECK(event.track != kNoLocal, "a lane for the event at {}", event.place.offset());
  std::vector<OpenSpan>& open = open_[node];
  if (event.phase == AsyncPhase::End && !open.empty()) {
    LANESCOPE_CHECK(open.back().id <= ids_, "one of {} ids, not {}", ids_, open.back().id);
    event.id = open.back().id;
    event.category = open.back().category;
    open.pop_back();
  } else {
    // An end without a begin has an id of its own: it is reported as one.
    event.id = ++ids_;
  }
  if (event.phase == AsyncPhase::Begin) open.push_back({event.id, event.category});
  sink_->async(event);
}

}  // namespace lanescope::perfetto
