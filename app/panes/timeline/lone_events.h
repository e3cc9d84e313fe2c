// What only one of two compared runs has: these slices are hatched.
#pragma once

#include <string>

#include "app/panes/pane/trace_view.h"
#include "core/view/lanes/model.h"

namespace lanescope {

/// Events that the other run does not have; null if there is no other run.
const LoneEvents* lone_events(const TraceView& view);

/// For the tooltip of a hatched slice, after "Only in": "run A (hatched)". Empty for others, and
/// for blocks of several.
std::string lone_words(const TraceView& view, const LaneHit& hit);

}  // namespace lanescope
