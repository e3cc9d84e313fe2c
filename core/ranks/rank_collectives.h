// The collectives of one rank, in order, with what identifies them on other ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ranks/rank_trace.h"

namespace lanescope {

/// Collectives whose order is the same on all ranks. With "Seq" (in kernels since 2026) each has a
/// sequence number that all ranks share; without it, they are counted.
struct CollectiveGroup {
  std::string name;          // process group and its purpose, and for counted groups the kind of
                             // collective: "0 · allreduce"; without arguments "AllReduce"
  std::string ranks;         // as in the file: "[0, 1]"; empty if unknown
  std::int64_t stream = -1;  // set if only the kernel's name is known
  std::int64_t device = 0;   // index among the trace's devices that communicate
  bool has_sequence = false;
};

struct RankCollective {
  EventId event = EventId::None;
  TimeRange range;                    // on the trace's own clock
  std::uint32_t group = 0;            // into RankCollectives::groups
  std::int64_t index = 0;             // sequence number, or the number of earlier ones in the group
  std::uint32_t repeat = 0;           // number of earlier kernels with the same sequence number
  std::uint32_t kind = 0;             // into RankCollectives::kinds
  std::int64_t device = -1;           // as in the file; -1 on the host
  std::optional<std::size_t> step;    // into RankCollectives::steps
  bool counts = true;                 // starts in the analysis window
  std::optional<std::int64_t> bytes;  // see Collective
  std::optional<double> bus_factor;
};

struct RankStep {
  std::string name;  // "ProfilerStep#3"
  Ns length_ns = 0;
};

struct RankCollectives {
  std::int64_t rank = 0;
  Ns base_ns = 0;    // added to all times to get the host's clock
  TimeRange extent;  // of the trace
  std::vector<CollectiveGroup> groups;
  std::vector<std::string> kinds;           // "allreduce", or from the kernel's name "AllReduce"
  std::vector<RankCollective> collectives;  // of the entire trace, by start
  std::vector<RankStep> steps;              // by time
  bool arguments_read = false;              // if false, only names and streams are known

  /// Whether they are on the host, as those of gloo are.
  [[nodiscard]] bool on_host() const {
    return !collectives.empty() && collectives.front().device < 0;
  }
};

/// The part of a communication kernel's name that is the same on all ranks. For NCCL, it omits
/// algorithm and protocol, which may differ: "AllReduce" for
/// "ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)". For other libraries, the name without parameters.
std::string_view collective_family(std::string_view kernel_name);

/// Whether a kind of collective is a message from one rank to another: a stage of a pipeline waits
/// in those of the one before it in the best of runs, so such waits are nobody's fault.
bool is_message(std::string_view kind);

/// In a trace without GPU events those on the host, by the ranges around them: from the call to the
/// end of the collective. Pure. Cost: a pass over the GPU events, or without any over the host's
/// slices, and reading the arguments of each collective.
RankCollectives rank_collectives(const RankTrace& trace);

}  // namespace lanescope
