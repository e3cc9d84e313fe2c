// Hardware counters that CUPTI's range profiler took of each kernel: events of the category
// cuda_profiler_range, whose arguments are metrics by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A metric of some ranges. CUPTI's names end in what they are: those with ".sum" add up, others
/// (".avg", ".max", ".pct") are averaged.
struct CounterValue {
  std::string name;
  bool adds_up = false;
  std::uint64_t ranges = 0;  // that have it
  double total = 0;          // over them

  [[nodiscard]] double value() const {
    return adds_up || ranges == 0 ? total : total / static_cast<double>(ranges);
  }
};

struct CounterRow {
  StringId name = StringId::Empty;  // of a kernel or an operator; Empty: no operator
  std::uint64_t ranges = 0;
  std::vector<CounterValue> values;  // as in the file
  /// Floating-point operations from the counts of instructions: 1 for an addition or a product, 2
  /// for both in one; nullopt without such metrics. Those of tensor cores are not in them.
  std::optional<double> flops;
  EventId first = EventId::None;
  /// Of a kernel: the operators around its launches, those with most ranges first; empty where the
  /// launches are not known, see CounterTable::ops.
  std::vector<StringId> ops;
};

struct CounterTable {
  std::uint64_t ranges = 0;
  CounterRow all;
  std::vector<CounterRow> kernels;  // most operations first, then most ranges
  /// By the operator around the launch, see ProfilerRanges. Empty where the file has not as many
  /// launches as ranges.
  std::vector<CounterRow> ops;
  std::uint64_t launches = 0;   // of kernels, in the trace
  bool arguments_read = false;  // else there are too many ranges
};

/// The ranges that start in the window; with a device, those of its lanes. Launches are those of
/// the whole trace, since ranges are apart from them in time. Pure; complete snapshots only. Cost:
/// that of ProfilerRanges, and the text of each range is read.
CounterTable analyse_counters(const Snapshot& snapshot, const AnalysisWindow& window,
                              const ReadEvent& read);

}  // namespace lanescope
