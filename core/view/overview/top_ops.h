// The operators of a run without GPU work: which take the CPU's time.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/results.h"
#include "core/base/text/ids.h"

namespace lanescope {

/// A row of a list of the code that takes the most time.
struct TopCode {
  std::string name;  // shortened: "train.py(2): slow_item", "aten::mm"
  std::string note;  // beside it; may be empty
  std::string share_text;
  double share = 0;
  EventId event = EventId::None;  // to go to
};

/// The longest call of that name on the host; None if there is none. Cost: a pass over the host's
/// slices.
EventId longest_call(const Snapshot& snapshot, StringId name);

struct TopOps {
  /// A few, the largest self CPU time first; the share is "% self CPU" of the Ops tab, and the note
  /// has the time and the number of calls. Empty for windows with GPU work.
  std::vector<TopCode> rows;
};

/// For Insights. Cost: that of OpTable, and a pass over the host's slices for each row.
TopOps top_ops_insight(const AnalysisResults& in);

}  // namespace lanescope
