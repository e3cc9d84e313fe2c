// What the kinds of events are said to be, by their arguments: how a kernel was launched, copies
// and fills, collectives, kernels of Triton, replays of CUDA graphs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/comm/collective.h"
#include "core/base/text/ids.h"
#include "core/base/text/json_value.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct ArgumentFact {
  std::string title;              // "Grid · block"
  std::string value;              // "528 × 1 × 1 · 256"
  std::vector<std::string> keys;  // the arguments that it is made of
};

/// How a kernel was launched: those that are there, in a fixed order. Odd values (numbers as text,
/// "inf", -100 %) are tolerated.
std::vector<ArgumentFact> known_arguments(const JsonValue& args);

// What a copy or a fill moved, between which kinds of memory, and how fast.

struct DetailsCopy {
  std::optional<std::int64_t> bytes;
  std::optional<double> gb_per_s;  // bytes per nanosecond; nullopt without bytes or duration
  std::string from;                // "pageable host", "device"; empty of a fill and where unknown
  std::string to;
};

/// By the name ("Memcpy HtoD (Pageable -> Device)", "CopyHostToDevice") and the arguments, which
/// may be null. nullopt for what is no copy or fill. Pure.
std::optional<DetailsCopy> copy_of(const TraceInfo& info, CategoryKind kind, std::string_view name,
                                   const JsonValue* args, Ns dur_ns);

std::vector<ArgumentFact> copy_facts(const DetailsCopy& copy);

/// With four significant digits: "24.13 GB/s", "172.1 MB/s".
std::string format_rate(double gb_per_s);

// What the Details pane says of a collective.

std::vector<ArgumentFact> collective_facts(const Collective& collective);

// What a Triton kernel's operator tells about it: its source, its hash, how it was launched.

struct DetailsTriton {
  std::string file;  // of its generated source
  std::string hash;
  std::string backend;    // "triton"
  std::string arguments;  // "XBLOCK=512"
  std::string grid;       // as the launcher named it
  std::optional<std::int64_t> warps, stages;
};

/// nullopt where the operator's arguments say nothing of a generated kernel. Pure.
std::optional<DetailsTriton> triton_of(const JsonValue& op_args);

/// All but the file, which is a place to go to.
std::vector<ArgumentFact> triton_facts(const DetailsTriton& triton);

// A piece of GPU work that a CUDA graph replayed: which replay, and which of its nodes.

struct DetailsGraph {
  std::uint64_t replay = 0, replays = 0;  // 1: the first in the trace of this graph
  std::uint64_t node = 0, nodes = 0;      // 1: the first to start; 0 for the launch call itself
};

/// Of a graph launch call, or of a piece of the work it started; nullopt for all else. Traces do
/// not tell graphs apart, so that launches of the same work (by names and numbers) count as
/// replays of one graph. Cost: a pass over all launches.
std::optional<DetailsGraph> graph_of(const Snapshot& snapshot, EventId launch, EventId gpu_event);

}  // namespace lanescope
