// The events that match an expression, as `search --json` prints them.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "core/analysis/events/lanes.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The requested part of the result.
struct FoundPage {
  const Snapshot& trace;
  const TrackList lanes;
  const FoundEvents& found;
  std::size_t begin = 0, end = 0;
};

/// Passes the document on in pieces, because a trace may have millions of events; without a newline
/// at its end.
void write_search_json(const FoundPage& page, const std::function<void(std::string_view)>& write);

}  // namespace lanescope
