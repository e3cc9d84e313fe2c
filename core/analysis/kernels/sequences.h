// Which kernels come again and again in the same order, and where does an iteration begin when
// nobody marked it?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Kernels that one thread launches in this order several times.
struct RepeatedKernels {
  std::vector<StringId> kernels;
  std::uint64_t count = 0;  // of places, none of which overlap
  Ns total_ns = 0;
  Ns saved_ns = 0;                // if each place took as long as its longest kernel
  EventId first = EventId::None;  // its first kernel
  std::vector<EventId> places;    // the first kernel of each, in the order of the launches
};
inline constexpr std::size_t kMostRepeats = 20;

/// Outermost operators of one name that launch the same kernels.
struct OpSequence {
  StringId op = StringId::Empty;
  std::vector<StringId> kernels;  // by start
  std::uint64_t count = 0;
  Ns gpu_ns = 0, cpu_ns = 0;
  EventId first = EventId::None;  // the operator
  std::vector<EventId> places;    // all of them, rising
};
inline constexpr std::size_t kMostOpSequences = 20;

/// Short elementwise kernels and reductions in a row, which one kernel could do.
struct FusionHint {
  std::vector<StringId> kernels;
  std::uint64_t count = 0;
  Ns total_ns = 0;
  EventId first = EventId::None;  // its first kernel
  std::vector<EventId> places;    // the first kernel of each, in the order of the launches
};
inline constexpr std::size_t kMostFusionHints = 20;

/// The outermost operators of a thread come again after so many of them.
struct OpPeriod {
  TrackId thread = TrackId::None;
  std::size_t ops = 0;
  double match = 0;  // share of operators that are those a period later
  std::size_t periods = 0;
  Ns length_ns = 0;               // the median
  EventId first = EventId::None;  // the operator that the first period begins with
};

struct SequenceTable {
  std::uint64_t kernels = 0;             // looked at: those that compute and start in the window
  bool truncated = false;                // there are more, beyond kMostSequenceKernels
  std::vector<RepeatedKernels> repeats;  // by time saved
  std::vector<OpSequence> op_sequences;  // by GPU time
  std::vector<FusionHint> fusion_hints;  // by count times length
  std::optional<OpPeriod> period;
};
inline constexpr std::size_t kMostSequenceKernels = 1'000'000;

/// Kernels of all devices in the order of their launches, thread by thread; orphans stream by
/// stream. Pure; complete snapshots only. Cost: n log n.
SequenceTable analyse_sequences(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
