// Changes a trace where it hurts: its events, their members and how they belong together.
#pragma once

#include <cstddef>
#include <random>

#include "tests/fuzz/mutate/json_tree.h"

namespace lanescope {

/// Makes so many changes: members removed, retyped, doubled, taken from another event; events
/// removed, doubled, moved in the file, in time and to other lanes; steps, kernels and whole traces
/// of length 0; begins without ends and ends without begins; ids that belong to others or to
/// nobody; texts and lists of hostile size; members of the file beside the events. A tree without a
/// list of events stays as it is.
void mutate_trace(JsonTree& trace, std::size_t changes, std::mt19937_64& random);

}  // namespace lanescope
