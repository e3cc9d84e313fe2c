// What the slices around an event say of it: its modules, the Python that led to it, the line that
// was sampled, the annotations that it is in.
#pragma once

#include <string>
#include <vector>

#include "core/view/details/model.h"
#include "core/view/events/slice_stack.h"

namespace lanescope {

/// The slices open where a slice starts, outermost first, except the slice itself and those nested
/// in it. Cost: rows * log(slices).
std::vector<SliceRef> stack_around(const SliceRef& home);

/// Adds modules, Python frames and annotations of a stack that is outermost first.
void add_stack_levels(const Snapshot& snapshot, const std::vector<SliceRef>& stack,
                      DetailsModel& model);

/// Only the annotations of a stack that is outermost first.
void add_annotations(const Snapshot& snapshot, const std::vector<SliceRef>& stack,
                     DetailsModel& model);

/// Puts the innermost Python frame at the line that a sampled line names ("data.py:41"), or that
/// called native code. Leaves it as it is for other slices, and without a frame.
void take_sampled_line(const Snapshot& snapshot, const SliceRef& home, DetailsModel& model);

/// The argument "Call stack", which recordings, memory snapshots and old traces have; empty: none.
std::string call_stack_of(const JsonValue& args);

}  // namespace lanescope
