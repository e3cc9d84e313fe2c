// Facts about an event read from its arguments: kernel launch parameters, copies and fills,
// collectives, Triton kernels, CUDA graph replays.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/comm/collective.h"
#include "core/analysis/host/captured_launch.h"
#include "core/analysis/host/graph_origin.h"
#include "core/base/text/ids.h"
#include "core/base/text/json_value.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct ArgumentFact {
  std::string title;              // "Grid · block"
  std::string value;              // "528 × 1 × 1 · 256"
  std::vector<std::string> keys;  // the arguments that it was made from
};

/// A kernel's launch parameters that are present, in a fixed order. Tolerates odd values (numbers
/// as text, "inf", -100 %).
std::vector<ArgumentFact> known_arguments(const JsonValue& args);

// What a copy or a fill moved, between which kinds of memory, and how fast.

struct DetailsCopy {
  std::optional<std::int64_t> bytes;
  std::optional<double> gb_per_s;  // GB/s, from the bytes or as in the trace; nullopt if unknown
  std::string from;                // "pageable host", "device"; empty for a fill or if unknown
  std::string to;
};

/// From the name ("Memcpy HtoD (Pageable -> Device)", "CopyHostToDevice") and the arguments, which
/// may be null. nullopt for anything other than a copy or a fill. Pure.
std::optional<DetailsCopy> copy_of(const TraceInfo& info, CategoryKind kind, std::string_view name,
                                   const JsonValue* args, Ns dur_ns);

std::vector<ArgumentFact> copy_facts(const DetailsCopy& copy);

/// With four significant digits: "24.13 GB/s", "172.1 MB/s".
std::string format_rate(double gb_per_s);

// What the Details pane shows about a collective.

std::vector<ArgumentFact> collective_facts(const Collective& collective);

// What a Triton kernel's operator records about it: its source, its hash, its launch parameters.

struct DetailsTriton {
  std::string file;  // its generated source
  std::string hash;
  std::string backend;    // "triton"
  std::string arguments;  // "XBLOCK=512"
  std::string grid;       // as given by the launcher
  std::optional<std::int64_t> warps, stages;
};

/// nullopt if the operator's arguments do not describe a generated kernel. Pure.
std::optional<DetailsTriton> triton_of(const JsonValue& op_args);

/// Everything except the file, which is shown as a link.
std::vector<ArgumentFact> triton_facts(const DetailsTriton& triton);

// A piece of GPU work replayed by a CUDA graph: which replay, and which node of the graph.

struct DetailsGraph {
  std::uint64_t replay = 0, replays = 0;  // 1: the first replay of this graph in the trace
  std::uint64_t node = 0, nodes = 0;      // 1: the first to start; 0 for the launch call itself
  /// The launch that the operators and the stack are of: the node's own; nullopt if the trace does
  /// not let one know it, or for the launch call itself.
  std::optional<GraphOrigin> origin = {};
  std::string origin_name = {};
  /// The same from the trace of the capture phase, if this trace does not say it with certainty.
  std::optional<CapturedLaunch> captured = {};
};

/// For a graph launch call, or a piece of the work that it started; nullopt for anything else.
/// Traces do not identify graphs, so launches of the same work (by names and counts) count as
/// replays of the same graph. Cost: a pass over all launches.
std::optional<DetailsGraph> graph_of(const Snapshot& snapshot, EventId launch, EventId gpu_event);

}  // namespace lanescope
