// Whether there is anything to say about the times of kernels, or of what runs on the host.
#pragma once

namespace lanescope {

struct Snapshot;

/// Whether the trace has no kernels with times: no GPU work, or only counters of kernels that were
/// measured one by one. False while it is loaded, unless it is known already. Pure.
bool lacks_kernels(const Snapshot& trace);
/// The same, and no hardware counters of kernels were measured instead of their times.
bool lacks_kernels_and_counters(const Snapshot& trace);

/// Whether no host thread has events with a duration or samples of functions. False while it is
/// loaded. Pure.
bool lacks_host_events(const Snapshot& trace);

}  // namespace lanescope
