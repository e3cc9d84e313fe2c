#include "core/analysis/events/loop_steps.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace lanescope {
namespace {

struct ThreadStep {
  Step step;
  TrackId thread = TrackId::None;
};

bool is_inside(TimeRange range, TimeRange other) {
  return range.begin_ns < other.end_ns && range.end_ns <= other.end_ns;
}

/// Sorted by start; of equal starts, the longest first.
std::vector<ThreadStep> with_threads(const Snapshot& snapshot, std::vector<Step> ranges) {
  std::ranges::sort(ranges, [](const Step& a, const Step& b) {
    return std::tuple(a.range.begin_ns, b.range.end_ns, a.event) <
           std::tuple(b.range.begin_ns, a.range.end_ns, b.event);
  });
  std::vector<ThreadStep> steps;
  for (Step& range : ranges) {
    const auto home = snapshot.find_slice(range.event);
    steps.push_back({range, home ? home->track->id : TrackId::None});
  }
  return steps;
}

void keep_outermost(std::vector<ThreadStep>& steps) {
  std::map<TrackId, TimeRange> last;
  std::erase_if(steps, [&](const ThreadStep& one) {
    const auto [at, first] = last.try_emplace(one.thread, one.step.range);
    if (!first && is_inside(one.step.range, at->second)) return true;
    at->second = one.step.range;
    return false;
  });
}

/// Whether steps of different threads overlap. Comparing each step with the one that ends last
/// suffices.
bool threads_overlap(const std::vector<ThreadStep>& steps) {
  const ThreadStep* latest = nullptr;
  for (const ThreadStep& one : steps) {
    const bool over = latest != nullptr && one.step.range.begin_ns < latest->step.range.end_ns;
    if (over && one.thread != latest->thread) return true;
    if (latest == nullptr || one.step.range.end_ns > latest->step.range.end_ns) latest = &one;
  }
  return false;
}

TrackId thread_of_most(const std::vector<ThreadStep>& steps) {
  std::map<TrackId, std::size_t> counts;
  for (const ThreadStep& one : steps) ++counts[one.thread];
  TrackId most = steps.front().thread;
  for (const ThreadStep& one : steps) {
    if (counts[one.thread] > counts[most]) most = one.thread;
  }
  return most;
}

}  // namespace

LoopSteps one_loop(const Snapshot& snapshot, std::vector<Step> ranges) {
  std::vector<ThreadStep> steps = with_threads(snapshot, std::move(ranges));
  const std::size_t all = steps.size();
  keep_outermost(steps);
  LoopSteps loop;
  loop.inside_others = all - steps.size();
  if (threads_overlap(steps)) {
    const TrackId thread = thread_of_most(steps);
    loop.other_threads =
        std::erase_if(steps, [&](const ThreadStep& one) { return one.thread != thread; });
  }
  for (const ThreadStep& one : steps) loop.steps.push_back(one.step);
  return loop;
}

LoopSteps loop_steps(const Snapshot& snapshot) {
  return one_loop(snapshot, snapshot.steps);
}

}  // namespace lanescope
