#include "core/analysis/events/gpu_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/launch_call.h"
#include "core/analysis/events/near_search.h"

namespace lanescope {

GpuOrder::GpuOrder(const Snapshot& snapshot, std::span<const DeviceTimeline> timelines)
    : snapshot_(snapshot) {
  for (const DeviceTimeline& timeline : timelines) {
    work_.reserve(work_.size() + timeline.events.size());
    for (const TimelineEvent& event : timeline.events) {
      if (event.overlaps_window) work_.push_back(&event);
    }
  }
  add_before();
  sort_by_end();
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (work_[i]->kind == CategoryKind::Memcpy) copies_.push_back({work_[i]->event, i});
  }
  std::ranges::sort(copies_, {}, &Copy::event);
}

void GpuOrder::add_before() {
  std::vector<std::uint32_t> last(snapshot_.tracks.size(), kNone);
  before_.resize(work_.size());
  for (std::uint32_t i = 0; i < size(); ++i) {
    before_[i] = std::exchange(last[index_of(work_[i]->track)], i);
  }
}

void GpuOrder::sort_by_end() {
  // The work of each track, one track after the other.
  std::vector<std::size_t> runs(snapshot_.tracks.size() + 1);
  for (const TimelineEvent* work : work_) {
    if (!work->range.empty()) ++runs[index_of(work->track) + 1];
  }
  std::partial_sum(runs.begin(), runs.end(), runs.begin());
  by_end_.resize(runs.back());
  std::vector<std::size_t> next(runs.begin(), runs.end() - 1);
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (!work_[i]->range.empty()) by_end_[next[index_of(work_[i]->track)]++] = i;
  }
  const auto ends_before = [&](std::uint32_t a, std::uint32_t b) {
    const TimeRange& x = work_[a]->range;
    const TimeRange& y = work_[b]->range;
    if (x.end_ns != y.end_ns) return x.end_ns < y.end_ns;
    return x.begin_ns != y.begin_ns ? x.begin_ns < y.begin_ns : a < b;
  };
  std::vector<std::size_t> begins;
  for (std::size_t track = 0; track + 1 < runs.size(); ++track) {
    const auto run = std::span(by_end_).subspan(runs[track], runs[track + 1] - runs[track]);
    if (run.empty()) continue;
    begins.push_back(runs[track]);
    if (!std::ranges::is_sorted(run, ends_before)) std::ranges::sort(run, ends_before);
  }
  merge_runs(by_end_, std::move(begins), ends_before);
  std::vector<Works*> streams(snapshot_.tracks.size());  // by track
  for (const std::uint32_t i : by_end_) {
    const std::size_t track = index_of(work_[i]->track);
    if (streams[track] == nullptr) {
      streams[track] =
          &of_stream_[{snapshot_.tracks[track].device, snapshot_.tracks[track].stream}];
    }
    streams[track]->push_back(i);
  }
}

std::uint32_t GpuOrder::copy_of(EventId event) const {
  const auto at = std::ranges::lower_bound(copies_, event, {}, &Copy::event);
  return at != copies_.end() && at->event == event ? at->work : kNone;
}

std::uint32_t GpuOrder::last_ended(const Works& by_end, Ns time_ns) const {
  const auto after = std::ranges::upper_bound(
      by_end, time_ns, {}, [&](std::uint32_t work) { return work_[work]->range.end_ns; });
  return after == by_end.begin() ? kNone : *(after - 1);
}

std::uint32_t GpuOrder::last_ended(Ns time_ns, std::size_t& near) const {
  near = count_near(by_end_.size(), near,
                    [&](std::size_t i) { return work_[by_end_[i]]->range.end_ns <= time_ns; });
  return near == 0 ? kNone : by_end_[near - 1];
}

std::uint32_t GpuOrder::last_ended(const Stream& stream, Ns time_ns) const {
  const auto found = of_stream_.find(stream);
  return found == of_stream_.end() ? kNone : last_ended(found->second, time_ns);
}

std::uint32_t GpuOrder::last_launched(const Stream& stream, Ns launch_ns) const {
  const auto found = of_stream_.find(stream);
  if (found == of_stream_.end()) return kNone;
  const Works& by_end = found->second;
  // A stream runs work in launch order, so launches are sorted if ends are.
  const auto after = std::partition_point(by_end.begin(), by_end.end(), [&](std::uint32_t work) {
    const auto call = find_launch_call(snapshot_, work_[work]->link);
    return !call || call->range.begin_ns < launch_ns;
  });
  return after == by_end.begin() ? kNone : *(after - 1);
}

}  // namespace lanescope
