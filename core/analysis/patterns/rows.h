// Places where patterns were found, while they are being found.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/analysis/host/site.h"
#include "core/analysis/patterns/patterns.h"

namespace lanescope {

class PatternRows {
 public:
  /// Counts one more; `host_event` tells the place in the program of the first.
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

  /// By pattern, then count; with the Python frames of the first of them.
  [[nodiscard]] std::vector<PatternRow> take(const Snapshot& snapshot) const {
    std::vector<PatternRow> rows;
    for (const auto& [key, row] : rows_) rows.push_back(row);
    std::stable_sort(rows.begin(), rows.end(), [](const PatternRow& a, const PatternRow& b) {
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

}  // namespace lanescope
