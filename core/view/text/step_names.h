// Which ranges are the steps of a trace, in words, and which a range would stand for.
#pragma once

#include <string>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

/// "ranges named 'step *'", with " (chosen)" if the user chose them; empty if there are no steps.
std::string steps_source(const Snapshot& trace);

/// The same, but empty if the steps are torch.profiler's and nobody chose them, which needs no
/// words.
std::string unusual_steps_source(const Snapshot& trace);

/// The names of steps, with `*` for numbers, that a user may mean with an event: those with its
/// name and any number, then its own. Empty if it cannot be a step: GPU work, samples, the
/// profiler's own events. Pure.
std::vector<std::string> step_names_of(const Snapshot& trace, EventId event);

}  // namespace lanescope
