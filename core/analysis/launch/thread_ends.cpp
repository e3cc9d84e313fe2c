#include "core/analysis/launch/thread_ends.h"

#include <algorithm>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/ops/ops.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

/// Operators and calls, and collectives where the host does them. Old traces call marked ranges
/// operators.
class WorkOfHost {
 public:
  explicit WorkOfHost(const Snapshot& snapshot)
      : snapshot_(snapshot),
        host_communicates_(!has_gpu_work(snapshot)),
        known_(snapshot.strings->size()) {}

  bool is_work(const TrackChunk& chunk, std::uint32_t slice) {
    const CategoryKind kind = snapshot_.kind_of(chunk.category[slice]);
    if (kind == CategoryKind::HostCall) return true;
    if (kind != CategoryKind::CpuOp && kind != CategoryKind::UserAnnotation) return false;
    NameKind& known = known_[index_of(chunk.name[slice])];
    if (known == NameKind::Unknown) known = kind_of(snapshot_.text(chunk.name[slice]));
    return known == NameKind::Collective ? host_communicates_
                                         : kind == CategoryKind::CpuOp && known == NameKind::Op;
  }

 private:
  enum class NameKind : std::uint8_t { Unknown, Op, Annotation, Collective };
  static NameKind kind_of(std::string_view name) {
    if (is_host_collective(name)) return NameKind::Collective;
    return is_annotation_name(name) ? NameKind::Annotation : NameKind::Op;
  }

  const Snapshot& snapshot_;
  bool host_communicates_;
  std::vector<NameKind> known_;  // by name
};

}  // namespace

void ThreadEnds::find() {
  found_ = true;
  WorkOfHost work(snapshot_);
  for (const Track& track : snapshot_.tracks) {
    if (track.kind != TrackKind::CpuThread || track.chunks.empty()) continue;
    const TrackChunk& chunk = *track.chunks.front();
    const std::size_t first = busy_.size();
    count_work(Work::Events, chunk.size());
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
