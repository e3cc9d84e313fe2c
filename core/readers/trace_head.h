// What the beginning of a file says of the trace in it, without loading it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace lanescope {

struct TraceHead {
  std::optional<std::int64_t> rank;  // of distributedInfo, where it stands before the events
};

/// Errors: those of load_trace for a file that is no trace. A head is no proof: what comes behind
/// it may still be broken. Cost: the bytes before the first event; of JSON without a list of events
/// all of it, 256 MiB at most.
Result<TraceHead> read_trace_head(const std::string& path);

}  // namespace lanescope
