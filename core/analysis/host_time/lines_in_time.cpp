#include "core/analysis/host_time/lines_in_time.h"

#include <algorithm>

#include "core/base/threads/work.h"

namespace lanescope {

LinesInTime::LinesInTime(const Snapshot& snapshot, const Track* samples) {
  if (samples == nullptr) return;
  for (const auto& chunk : samples->chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      if (snapshot.kind_of(chunk->category[slice]) == CategoryKind::SampledLine)
        lines_.push_back({chunk->range(slice), chunk->name[slice]});
    }
  }
  std::ranges::stable_sort(lines_, {}, [](const Line& line) { return line.range.begin_ns; });
}

StringId LinesInTime::at(const TimeRange& range) const {
  const Ns time_ns = range.begin_ns + range.length_ns() / 2;
  const auto after = std::ranges::upper_bound(lines_, time_ns, {},
                                              [](const Line& line) { return line.range.begin_ns; });
  if (after == lines_.begin() || (after - 1)->range.end_ns <= time_ns) return StringId::Empty;
  return (after - 1)->name;
}

}  // namespace lanescope
