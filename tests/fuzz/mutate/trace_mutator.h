// Mutates what matters in a trace: its events, their members and how they are linked.
#pragma once

#include <cstddef>
#include <random>

#include "tests/fuzz/mutate/json_tree.h"

namespace lanescope {

/// Makes `changes` changes: members removed, retyped, duplicated, taken from another event; events
/// removed, duplicated, moved in the file, in time and to other tracks; steps, kernels and entire
/// traces of length 0; begins without ends and ends without begins; ids that belong to others or to
/// none; texts and lists of extreme size; members of the file next to the events. A tree without a
/// list of events is left unchanged.
void mutate_trace(JsonTree& trace, std::size_t changes, std::mt19937_64& random);

}  // namespace lanescope
