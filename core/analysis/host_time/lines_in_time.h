// At which line of Python a thread was, by its samples.
#pragma once

#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

class LinesInTime {
 public:
  /// `samples` may be null: then no line is known. Cost: a pass over them.
  LinesInTime(const Snapshot& snapshot, const Track* samples);

  /// The line at the middle of a range; Empty if none is known. Cost: log(lines).
  [[nodiscard]] StringId at(const TimeRange& range) const;

 private:
  struct Line {
    TimeRange range;
    StringId name = StringId::Empty;
  };
  std::vector<Line> lines_;  // by start; they do not overlap
};

}  // namespace lanescope
