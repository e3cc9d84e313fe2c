// What a trace has nothing of, so that views about it would be empty. All are false while it is
// loaded. Pure.
#pragma once

namespace lanescope {

struct Snapshot;

bool lacks_operators(const Snapshot& trace);
/// No events with a duration.
bool lacks_durations(const Snapshot& trace);
bool lacks_steps(const Snapshot& trace);
/// Cost: passes over the distinct texts, and over the host events until one is found.
bool lacks_modules(const Snapshot& trace);
/// Cost: a pass over the distinct texts.
bool lacks_compiled_code(const Snapshot& trace);
/// No allocator records.
bool lacks_allocations(const Snapshot& trace);
/// Allocator records and nothing that takes time, as in a memory snapshot.
bool has_only_allocations(const Snapshot& trace);

}  // namespace lanescope
