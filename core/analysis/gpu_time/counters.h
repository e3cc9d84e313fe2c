// Hardware counters that CUPTI's range profiler collected for each kernel: events of category
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

/// A metric over several ranges. Following the suffix of CUPTI's names, ".sum" is added up and
/// others (".avg", ".max", ".pct") are averaged.
struct CounterValue {
  std::string name;
  bool adds_up = false;
  std::uint64_t ranges = 0;  // that have the metric
  double total = 0;          // the sum over these ranges

  [[nodiscard]] double value() const {
    return adds_up || ranges == 0 ? total : total / static_cast<double>(ranges);
  }
};

struct CounterRow {
  StringId name = StringId::Empty;  // of a kernel or an operator; Empty: no operator
  std::uint64_t ranges = 0;
  std::vector<CounterValue> values;  // in file order
  /// Floating-point operations computed from instruction counts: 1 for an add or multiply, 2 for a
  /// fused multiply-add; nullopt without such metrics. Tensor cores are not included.
  std::optional<double> flops;
  EventId first = EventId::None;
  /// For a kernel, the operators around its launches, those with the most ranges first; empty if
  /// the launches are unknown, see CounterTable::ops.
  std::vector<StringId> ops;
};

struct CounterTable {
  std::uint64_t ranges = 0;
  CounterRow all;
  std::vector<CounterRow> kernels;  // by operations, then ranges, both descending
  /// By the operator around the launch, see ProfilerRanges. Empty if the numbers of launches and
  /// ranges differ.
  std::vector<CounterRow> ops;
  std::uint64_t launches = 0;   // kernel launches in the trace
  bool arguments_read = false;  // false if there are too many ranges
};

/// The ranges that start in the window and, if it has a device, are on its tracks. Launches are
/// those of the entire trace, since ranges do not have the times of their kernels. Pure; complete
/// snapshots only. Cost: that of ProfilerRanges, and the text of each range is read.
CounterTable analyse_counters(const Snapshot& snapshot, const AnalysisWindow& window,
                              const ReadEvent& read);

}  // namespace lanescope
