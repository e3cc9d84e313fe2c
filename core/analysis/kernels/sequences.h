// Kernels that repeat in the same order, and the iterations of a program that does not mark its
// steps.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/host/graph_origins.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// Kernels that one thread launches repeatedly in this order. Rows share no kernels.
struct RepeatedKernels {
  std::vector<StringId> kernels;
  std::uint64_t count = 0;  // of occurrences, which do not overlap
  Ns total_ns = 0;
  /// Launches after the first of each occurrence; a graph launches several kernels at once.
  std::uint64_t saved_launches = 0;
  /// If each occurrence were one launch, a fused kernel or a CUDA graph: the GPU's idle time
  /// between its kernels while the host launches them, see add_launch_idle().
  Ns saved_ns = 0;
  /// Other repeated orders of mostly the same kernels: a part of this one, or shifted against it.
  std::uint64_t variants = 0;
  EventId first = EventId::None;  // the first kernel of the first occurrence
  std::vector<EventId> places;    // the first kernel of each occurrence, in launch order
};
inline constexpr std::size_t kMostRepeats = 20;

/// Outermost operators with one name that launch the same kernels. A replay of a CUDA graph counts
/// as a call of each operator that was captured, here or in the capture trace, without CPU time.
struct OpSequence {
  StringId op = StringId::Empty;
  std::vector<StringId> kernels;  // by start
  std::uint64_t count = 0;
  std::uint64_t replays = 0;  // of them: by a graph
  Ns gpu_ns = 0, cpu_ns = 0;
  EventId first = EventId::None;  // the first such operator; in the capture trace, a kernel
  std::vector<EventId> places;    // all such operators, ascending; of a replay, the first kernel
};
inline constexpr std::size_t kMostOpSequences = 20;

/// Short elementwise kernels and reductions in a row, which one kernel could do.
struct FusionHint {
  std::vector<StringId> kernels;
  std::uint64_t count = 0;
  Ns total_ns = 0;
  std::uint64_t saved_launches = 0;  // as of RepeatedKernels
  EventId first = EventId::None;     // the first kernel of the first occurrence
  std::vector<EventId> places;       // the first kernel of each occurrence, in launch order
};
inline constexpr std::size_t kMostFusionHints = 20;

/// The period with which the outermost operators of a thread repeat.
struct OpPeriod {
  TrackId thread = TrackId::None;
  std::size_t ops = 0;
  double match = 0;  // the share of operators that equal the one a period later
  std::size_t periods = 0;
  Ns length_ns = 0;               // the median
  EventId first = EventId::None;  // the first operator of the first period
};

struct SequenceTable {
  std::uint64_t kernels = 0;  // that were considered: compute kernels that counted_part counts
  bool truncated = false;     // kMostSequenceKernels was reached; there may be more
  std::vector<RepeatedKernels> repeats;  // by time saved
  std::vector<OpSequence> op_sequences;  // by GPU time
  std::vector<FusionHint> fusion_hints;  // by count times length
  std::optional<OpPeriod> period;
  GraphCounts graphs;  // kernels of op_sequences that count where they were captured
};
inline constexpr std::size_t kMostSequenceKernels = 1'000'000;

/// Considers kernels of all devices in launch order, by thread; orphans by stream. Pure; complete
/// snapshots only. Cost: that of analyse_idle, and n log n.
SequenceTable analyse_sequences(const AnalysisResults& in);

}  // namespace lanescope
