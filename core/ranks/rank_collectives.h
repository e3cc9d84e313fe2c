// The collectives that one rank ran, in order, each with what tells it from the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ranks/rank_trace.h"

namespace lanescope {

/// Collectives among which ranks agree on an order. With "Seq" (kernels have it since 2026)
/// each has a number that all ranks know it by; without, they are counted.
struct CollectiveGroup {
  std::string name;          // the process group, what it is for, and the kind of collective where
                             // they are counted: "0 · allreduce"; "AllReduce" without arguments
  std::string ranks;         // as in the file: "[0, 1]"; empty where it is not known
  std::int64_t stream = -1;  // where only the name of the kernel is known
  std::int64_t device = 0;   // among the trace's devices that communicate, from 0 on
  bool has_sequence = false;
};

struct RankCollective {
  EventId event = EventId::None;
  TimeRange range;           // on the trace's own clock
  std::uint32_t group = 0;   // into RankCollectives::groups
  std::int64_t index = 0;    // its sequence number, else how many of the group came before it
  std::uint32_t repeat = 0;  // so many kernels of that sequence number came before it
  std::uint32_t kind = 0;    // into RankCollectives::kinds
  std::int64_t device = -1;  // as in the file
  std::optional<std::size_t> step;    // into RankCollectives::steps
  bool counts = true;                 // starts in the window
  std::optional<std::int64_t> bytes;  // see Collective
  std::optional<double> bus_factor;
};

struct RankStep {
  std::string name;  // "ProfilerStep#3"
  Ns length_ns = 0;
};

struct RankCollectives {
  std::int64_t rank = 0;
  Ns base_ns = 0;    // to be added to all times for the clock of the host
  TimeRange extent;  // of the trace
  std::vector<CollectiveGroup> groups;
  std::vector<std::string> kinds;           // "allreduce", "AllReduce": as people call it
  std::vector<RankCollective> collectives;  // of the whole trace, by start
  std::vector<RankStep> steps;              // by time
  bool arguments_read = false;              // else nothing is known but names and streams
};

/// What ranks have in common of a communication kernel's name: "AllReduce" of
/// "ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)", since algorithm and protocol may differ in the
/// spelling; of other libraries' the name without its parameters.
std::string_view collective_family(std::string_view kernel_name);

/// Pure. Cost: a pass over the GPU events, and the text of each collective is read.
RankCollectives rank_collectives(const RankTrace& trace);

}  // namespace lanescope
