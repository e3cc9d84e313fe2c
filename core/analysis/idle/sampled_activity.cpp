#include "core/analysis/idle/sampled_activity.h"

#include <algorithm>

#include "core/analysis/host/sampled_threads.h"
#include "core/base/threads/work.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

/// Walks a thread's samples in time order.
class SampleSweep {
 public:
  SampleSweep(const Snapshot& snapshot, const HostActivities& activities)
      : snapshot_(snapshot), activities_(activities) {}

  void add_functions(const Track& track) {
    each_in_time(track, [&](const TrackChunk& chunk, std::uint32_t slice) {
      const CategoryKind kind = snapshot_.kind_of(chunk.category[slice]);
      if (kind != CategoryKind::SampledFrame && kind != CategoryKind::SampledLine) return;
      close_until(chunk.start_ns[slice]);
      open_.push_back(opened(kind, chunk, slice));
      note(chunk.start_ns[slice]);
    });
    close_until(kMaxNs);
  }

  /// Cuts the segments where the thread begins or ends to wait.
  std::vector<SampledSegment> with_states(const Track* track) {
    if (track == nullptr) return std::move(segments_);
    std::vector<SampledSegment> out;
    std::size_t next = 0;
    const auto add = [&](SampledSegment segment, Ns begin_ns, EventId wait) {
      segment.begin_ns = begin_ns;
      segment.wait = wait;
      if (!out.empty() && out.back().begin_ns == begin_ns) out.pop_back();
      out.push_back(segment);
    };
    const auto copy_until = [&](Ns time_ns, EventId wait) {
      for (; next < segments_.size() && segments_[next].begin_ns < time_ns; ++next)
        add(segments_[next], segments_[next].begin_ns, wait);
    };
    each_in_time(*track, [&](const TrackChunk& chunk, std::uint32_t slice) {
      if (parse_thread_state(snapshot_.text(chunk.name[slice])).runs()) return;
      const TimeRange range = chunk.range(slice);
      if (range.empty() || (!out.empty() && range.begin_ns < out.back().begin_ns)) return;
      copy_until(range.begin_ns, EventId::None);
      add(segments_[next - 1], range.begin_ns, chunk.id_of(slice));
      copy_until(range.end_ns, chunk.id_of(slice));
      add(segments_[next - 1], range.end_ns, EventId::None);
    });
    copy_until(kMaxNs, EventId::None);
    return out;
  }

 private:
  struct Open {
    SampledSegment segment;  // while it is the innermost
    HostActivities::FrameRank rank = HostActivities::FrameRank::Unknown;  // of its source
    Ns end_ns = 0;
  };

  template <typename Visit>
  static void each_in_time(const Track& track, const Visit& visit) {
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t i = 0; i < chunk->size(); ++i) visit(*chunk, chunk->in_time_order(i));
    }
  }

  [[nodiscard]] Open opened(CategoryKind kind, const TrackChunk& chunk, std::uint32_t slice) const {
    Open open = open_.empty() ? Open() : open_.back();
    open.end_ns = chunk.end_ns(slice);
    const EventId event = chunk.id_of(slice);
    if (kind == CategoryKind::SampledLine) {
      open.segment.line = event;
      return open;
    }
    open.segment.function = event;
    open.segment.line = EventId::None;
    const StringId name = chunk.name[slice];
    if (activities_.class_of(kind, name) == IdleClass::DataLoading) open.segment.loader = event;
    const HostActivities::FrameRank rank = activities_.rank_of(name);
    if (open.segment.source == EventId::None || rank >= open.rank) {
      open.segment.source = event;
      open.rank = rank;
    }
    return open;
  }

  void close_until(Ns time_ns) {
    while (!open_.empty() && open_.back().end_ns <= time_ns) {
      const Ns end_ns = open_.back().end_ns;
      while (!open_.empty() && open_.back().end_ns <= end_ns) open_.pop_back();
      note(end_ns);
    }
  }

  /// What is innermost from now on.
  void note(Ns now_ns) {
    SampledSegment segment = open_.empty() ? SampledSegment() : open_.back().segment;
    segment.begin_ns = std::max(now_ns, segments_.back().begin_ns);
    if (segments_.back().begin_ns == segment.begin_ns) segments_.pop_back();
    segments_.push_back(segment);
  }

  const Snapshot& snapshot_;
  const HostActivities& activities_;
  std::vector<Open> open_;
  std::vector<SampledSegment> segments_ = std::vector<SampledSegment>(1);
};

}  // namespace

SampledActivity::SampledActivity(const Snapshot& snapshot, const HostActivities& activities,
                                 const Track& thread) {
  const SampledThread of = sampled_thread(snapshot, thread);
  SampleSweep sweep(snapshot, activities);
  if (of.samples != nullptr) sweep.add_functions(*of.samples);
  segments_ = sweep.with_states(of.states);
}

std::size_t SampledActivity::segment_at(Ns time_ns) const {
  const auto after = std::ranges::upper_bound(segments_, time_ns, {}, &SampledSegment::begin_ns);
  return static_cast<std::size_t>(after - segments_.begin()) - 1;
}

SampledActivities::SampledActivities(const Snapshot& snapshot, const HostActivities& activities)
    : snapshot_(snapshot), activities_(activities), of_track_(snapshot.tracks.size() + 1) {
  any_ = std::ranges::any_of(
      snapshot.tracks, [](const Track& track) { return track.kind == TrackKind::ThreadSamples; });
}

const SampledActivity& SampledActivities::of(TrackId thread) {
  const std::size_t number = std::min<std::size_t>(index_of(thread), of_track_.size() - 1);
  auto& known = of_track_[number];
  if (!known) {
    const bool is_track = any_ && number + 1 != of_track_.size();
    known = is_track ? std::make_unique<SampledActivity>(snapshot_, activities_,
                                                         snapshot_.tracks[number])
                     : std::make_unique<SampledActivity>();
  }
  return *known;
}

}  // namespace lanescope
