// What is written of a trace outside its events.
#pragma once

#include <optional>

#include "core/base/text/json_value.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

class Redaction;

/// Whether of slices with the same times the parent is to be written first, and the trace to say
/// so. Not for torch.profiler's own files: their ids tell it as well, and they stay as they are.
bool writes_parents_first(const TraceInfo& info);

/// Devices, the part of the trace, distributedInfo and the file's other members, as top-level
/// members of torch.profiler's JSON. `range`: what is written of the trace; `base_ns`: what is
/// subtracted from every time; `redaction` may be null.
JsonObject written_metadata(const Snapshot& trace, Redaction* redaction,
                            const std::optional<TimeRange>& range, Ns base_ns);

}  // namespace lanescope
