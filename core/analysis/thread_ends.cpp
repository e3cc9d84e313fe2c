#include "core/analysis/thread_ends.h"

#include <algorithm>

#include "core/analysis/ops.h"

namespace lanescope {
namespace {

/// Operators and calls. Old traces call marked ranges operators.
class WorkOfHost {
 public:
  explicit WorkOfHost(const Snapshot& snapshot)
      : snapshot_(snapshot), annotation_(snapshot.strings->size()) {}

  bool is_work(const TrackChunk& chunk, std::uint32_t slice) {
    const CategoryKind kind = snapshot_.kind_of(chunk.category[slice]);
    if (kind == CategoryKind::HostCall) return true;
    if (kind != CategoryKind::CpuOp) return false;
    std::uint8_t& known = annotation_[index_of(chunk.name[slice])];
    if (known == 0) known = is_annotation_name(snapshot_.text(chunk.name[slice])) ? 2 : 1;
    return known == 1;
  }

 private:
  const Snapshot& snapshot_;
  std::vector<std::uint8_t> annotation_;  // by name: 0 unknown, 1 no, 2 yes
};

}  // namespace

void ThreadEnds::find() {
  found_ = true;
  WorkOfHost work(snapshot_);
  for (const Track& track : snapshot_.tracks) {
    if (track.kind != TrackKind::CpuThread || track.chunks.empty()) continue;
    const TrackChunk& chunk = *track.chunks.front();
    const std::size_t first = busy_.size();
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      const TimeRange range = chunk.range(slice);
      if (range.empty() || !work.is_work(chunk, slice)) continue;
      if (busy_.size() > first && range.begin_ns < busy_.back().range.end_ns) {
        busy_.back().range.end_ns = std::max(busy_.back().range.end_ns, range.end_ns);
      } else {
        busy_.push_back({range, track.id});
      }
    }
  }
  std::stable_sort(busy_.begin(), busy_.end(),
                   [](const Busy& a, const Busy& b) { return a.range.end_ns < b.range.end_ns; });
}

std::optional<ThreadEnds::End> ThreadEnds::last_ended(Ns time_ns) {
  if (!found_) find();
  const auto after =
      std::upper_bound(busy_.begin(), busy_.end(), time_ns,
                       [](Ns time, const Busy& busy) { return time < busy.range.end_ns; });
  if (after == busy_.begin()) return std::nullopt;
  return End{(after - 1)->range.end_ns, (after - 1)->thread};
}

std::optional<ThreadEnds::End> ThreadEnds::last_active(Ns time_ns) {
  std::optional<End> last = last_ended(time_ns);
  for (const Busy& busy : busy_) {
    if (busy.range.begin_ns < time_ns && busy.range.end_ns > time_ns) {
      return End{time_ns, busy.thread};
    }
  }
  return last;
}

}  // namespace lanescope
