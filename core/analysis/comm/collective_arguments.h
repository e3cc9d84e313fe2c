// Reads the arguments of collectives: from the kernel since PyTorch 2.2, before that from the
// record_param_comms operator that launched it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/comm/collective.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// A communication kernel; `link` is its entry in TrackChunk::link.
struct CollectiveKernel {
  EventId event = EventId::None;
  EventId link = EventId::None;
};

/// What the arguments of a collective say, but for its number.
struct CollectiveDescription {
  Collective collective;
  std::string source, target;  // "Src Rank" and "Dst Rank"; empty if missing
};

using VisitCollective = std::function<void(std::size_t, const CollectiveDescription&,
                                           std::optional<std::int64_t> sequence)>;

/// Calls visit(i, description, "Seq") for each kernel whose "Collective name" is known, in no
/// particular order; i is its index in `kernels`. Returns false and reads nothing without `read` or
/// with too many kernels. Cost: that of read_arguments.
bool read_collectives(const Snapshot& snapshot, std::span<const CollectiveKernel> kernels,
                      const ReadEvent& read, const VisitCollective& visit,
                      const std::stop_token& stop = {});

/// What read_collectives() finds for all communication kernels of a trace.
struct CollectiveCalls {
  static constexpr bool kOfTrace = true;
  static constexpr std::uint32_t kUnknown = 0xFFFFFFFFU;
  struct Call {
    EventId kernel = EventId::None;
    std::uint32_t description = kUnknown;  // in `descriptions`
    std::optional<std::int64_t> sequence;
  };
  bool read = false;                                // else all are unknown
  std::vector<Call> calls;                          // by kernel
  std::vector<CollectiveDescription> descriptions;  // all different
};
/// Pure; complete snapshots only. Cost: a pass over the GPU events, and read_collectives.
CollectiveCalls find_collective_calls(const Snapshot& snapshot, const ReadEvent& read,
                                      const std::stop_token& stop);

/// As read_collectives(), from CollectiveCalls if all of them are there.
bool look_up_collectives(const AnalysisResults& in, std::span<const CollectiveKernel> kernels,
                         const VisitCollective& visit);

}  // namespace lanescope
