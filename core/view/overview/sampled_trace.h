// Traces of programs that were only sampled, from outside: recordings of the CPU, and profiles.
// They have threads with stacks and states, but nothing that a program or PyTorch recorded of
// itself, so views about that cannot apply to them.
#pragma once

namespace lanescope {

struct Snapshot;

/// Whether it has samples and neither other events of a known category, nor steps, allocations or a
/// device. Marks of the recorder do not count. False while it is loaded. Cost: a look at the
/// categories and tracks, and at the instants of annotations if there is nothing else.
bool holds_only_samples(const Snapshot& trace);

}  // namespace lanescope
