// A search expression for one event, for pages and links that select it.
#pragma once

#include <string>

#include "core/store/snapshot.h"

namespace lanescope {

/// Finds the event by its absolute time, its length and its category, so that it works in a trace
/// that was cut or whose names were replaced. Empty for an instant, which only its name
/// distinguishes from others.
std::string event_expression(const Snapshot& trace, EventId event);

}  // namespace lanescope
