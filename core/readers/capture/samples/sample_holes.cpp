// Where samples of a thread are missing: what it did in between is known only if both sides agree.
#include <algorithm>
#include <vector>

#include "core/readers/capture/samples/samples.h"

namespace lanescope {

bool CaptureSamples::continues(Thread& thread, const Run& run, const Stack* stack, bool is_torn) {
  Look& last = thread.last;
  const std::span<const LocalId> functions =
      stack == nullptr ? std::span<const LocalId>()
                       : std::span(frames_).subspan(stack->first, stack->depth);
  const LocalId wait = is_blocked(run.state) ? run.name : 0;
  const Ns distance_ns = saturating_sub(run.first_ns, thread.last_state_ns);
  const bool is_same = last.is_whole && !is_torn && last.state == run.state && last.wait == wait &&
                       std::ranges::equal(last.functions, functions) && distance_ns >= 0 &&
                       distance_ns <= kMostBridged * period_.ns();
  if (!is_same) last.functions.assign(functions.begin(), functions.end());
  last.state = run.state;
  last.wait = wait;
  last.is_whole = !is_torn;
  return is_same;
}

std::size_t SwitchedStates::close_hole(Ns next_ns, bool continues, RowSink& sink) {
  constexpr Ns kMostPeriods = CaptureSamples::kMostPeriods;
  const bool is_missing = phase_ == Phase::Unknown && unknown_ns_ != 0;
  const bool is_sampled = last_.last_ns != 0;
  if (!is_missing || !is_sampled || continues || lane_.empty()) return 0;
  const Ns known_ns = std::max(unknown_ns_, last_.last_ns);
  if (saturating_sub(next_ns, known_ns) <= kMostPeriods * last_.period_ns) return 0;
  const Ns end_ns = std::max(unknown_ns_, saturating_add(last_.last_ns, last_.period_ns));
  shown_ns_ = std::max(shown_ns_, end_ns);
  return lane_.end(0, shown_ns_, sink);
}

void CaptureSamples::pause(const Source& source) {
  const auto gap = source.record.as<wire::GapRecord>();
  end_open(source.time(gap.first_ns), source.sink);
  paused_until_ns_ = std::max(paused_until_ns_, source.time(gap.last_ns));
}

bool CaptureSamples::is_one_wait(const Thread& thread, std::span<const Item> items,
                                 const Run& run) {
  if (!thread.seen.is_known() || !thread.seen.last().waits || !is_blocked(run.state) ||
      !std::ranges::equal(thread.seen.last().items, items))
    return false;
  const std::vector<TimeRange> runs =
      thread.native.runs_in({thread.functions.last_ns, run.first_ns}, 1);
  return !runs.empty() && std::ranges::all_of(runs, &TimeRange::empty);
}

void CaptureSamples::close_line(Thread& thread, std::span<const Item> items, const Run& run,
                                RowSink& sink) {
  Lane& lane = thread.functions;
  const bool is_near = saturating_sub(run.first_ns, lane.last_ns) <= kMostPeriods * period_.ns();
  if (is_near || lane.slices.has(items)) return;
  const Ns end_ns = saturating_add(lane.last_ns, period_.ns());
  thread.python.change(end_ns, functions_in(items));
  ended_ += lane.slices.end(functions_in(items), end_ns, sink);
}

std::optional<Ns> CaptureSamples::close_hole(SampleLane& lane, Ns last_ns, const Run& run,
                                             RowSink& sink) {
  const Ns distance_ns = saturating_sub(run.first_ns, last_ns);
  if (distance_ns >= 0 && distance_ns <= kMostPeriods * period_.ns()) return std::nullopt;
  const Ns end_ns = distance_ns < 0 ? last_ns : saturating_add(last_ns, period_.ns());
  ended_ += lane.end(0, end_ns, sink);
  return end_ns;
}

}  // namespace lanescope
