// The parts of analyse_patterns, by the data they examine.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/analysis/events/window.h"
#include "core/analysis/host/site.h"
#include "core/analysis/patterns/patterns.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class PatternRows {
 public:
  /// Counts an occurrence. The place in the program is that of the first `host_event`.
  void add(Pattern pattern, StringId name, EventId event, EventId host_event, Ns host_ns,
           Ns gpu_ns) {
    PatternRow& row = rows_[{pattern, name}];
    if (row.count++ == 0) {
      row.pattern = pattern;
      row.name = name;
      row.first = event;
      row.source = host_event;
    }
    row.host_ns = saturating_add(row.host_ns, host_ns);
    row.gpu_ns = saturating_add(row.gpu_ns, gpu_ns);
  }

  /// By pattern, then count, descending; with the Python frames of the first rows.
  [[nodiscard]] std::vector<PatternRow> take(const Snapshot& snapshot) const {
    std::vector<PatternRow> rows;
    for (const auto& [key, row] : rows_) rows.push_back(row);
    std::ranges::stable_sort(rows, [](const PatternRow& a, const PatternRow& b) {
      return a.pattern != b.pattern ? a.pattern < b.pattern : a.count > b.count;
    });
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool looked_up = i < thresholds::kMostSources;
      rows[i].source = looked_up ? source_frame(snapshot, rows[i].source) : EventId::None;
    }
    return rows;
  }

 private:
  std::map<std::pair<Pattern, StringId>, PatternRow> rows_;
};

class AnalysisResults;

struct PatternInput {
  const Snapshot& snapshot;
  const AnalysisWindow& window;
  const ReadEvent& read;
  const AnalysisResults& results;
  /// The base for shares of a step, in ns: the mean step, or the window if it has no steps.
  double step_ns = 0;
};

/// Examines host operators, annotations and Python frames, and their order.
void find_host_patterns(const PatternInput& in, PatternRows& rows);
/// Examines kernels, copies and the operators around their launches.
void find_gpu_patterns(const PatternInput& in, PatternRows& rows);
/// Examines shapes and types of matrix products and conversions that launch kernels. False if there
/// are such operators, but their shapes cannot be read.
bool find_input_patterns(const PatternInput& in, PatternRows& rows);

/// The preceding sibling of each operator, by EventId of a slice; None for the first. Cost: a pass
/// over the host threads; 4 bytes per slice.
std::vector<EventId> previous_siblings(const Snapshot& snapshot);

}  // namespace lanescope
