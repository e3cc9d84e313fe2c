// The self time of one slice, and the self CPU time of an operator or annotation, as the table of
// operators counts it.
#pragma once

#include <optional>

#include "core/store/snapshot.h"
#include "core/view/events/slice_stack.h"

namespace lanescope {

/// The duration without the slices directly nested. Sampled lines do not count as such: a line is
/// where a function itself was. Cost: log(slices), plus the slices directly nested.
Ns self_time_of(const Snapshot& snapshot, const SliceRef& home);

/// Without nested operators; for an annotation, without nested operators and annotations. Other
/// events inside, such as runtime calls and Python frames, count as its own. nullopt for other
/// kinds, and for an annotation inside an operator, all of whose time belongs to operators. Cost:
/// a pass over the events inside, down to the first operators.
std::optional<Ns> self_cpu_time(const Snapshot& snapshot, const SliceRef& home, bool inside_op);

}  // namespace lanescope
