#include "core/analysis/kernels/hidden_launches.h"

#include <optional>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/host/graph_origin.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

class Counter {
 public:
  Counter(const Snapshot& snapshot, const AnalysisWindow& window)
      : snapshot_(snapshot), window_(window), is_launch_(snapshot, launches_graph) {}

  void add(const TrackChunk& chunk) {
    std::optional<Call> call;
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      if (snapshot_.kind_of(chunk.category[slice]) != CategoryKind::HostCall ||
          !is_launch_(chunk.name[slice]))
        continue;
      if (!call || chunk.start_ns[slice] >= call->range.end_ns) {
        finish(call);
        call = Call{chunk.range(slice), false};
      }
      call->has_events |= snapshot_.launches != nullptr &&
                          !snapshot_.launches->events_of(chunk.id_of(slice)).empty();
    }
    finish(call);
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  struct Call {
    TimeRange range;
    bool has_events = false;
  };

  void finish(const std::optional<Call>& call) {
    if (call && !call->has_events && counted_part(window_, call->range)) ++count_;
  }

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  NameTest is_launch_;
  std::uint64_t count_ = 0;
};

}  // namespace

bool has_graph_launch(const Snapshot& snapshot) {
  for (std::uint32_t i = 0; i < snapshot.strings->size(); ++i) {
    if (launches_graph(snapshot.text(StringId{i}))) return true;
  }
  return false;
}

std::uint64_t graph_launches_without_events(const Snapshot& snapshot,
                                            const AnalysisWindow& window) {
  Counter counter(snapshot, window);
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::CpuThread && !track.chunks.empty())
      counter.add(*track.chunks.front());
  }
  return counter.count();
}

}  // namespace lanescope
