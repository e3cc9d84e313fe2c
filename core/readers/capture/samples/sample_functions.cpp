// Which functions a thread was in over time, by samples of its stack and by when it had a CPU.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/readers/capture/samples/samples.h"

namespace lanescope {
namespace {

/// From when the sampler takes a thread's CPU until the time of its sample.
constexpr Ns kWakeNs = 50'000;
/// From the time of a sample until its stack is read.
constexpr Ns kReadNs = 200'000;

/// The innermost line or function; kNoLocal if there is none.
LocalId place_of(std::span<const SampleItem> items) {
  return items.empty() ? kNoLocal : items.back().name;
}

}  // namespace

std::optional<OffCpuTimes::Stretch> CaptureSamples::off_cpu_at(const Thread& thread,
                                                               Ns time_ns) const {
  if (const auto off = thread.native.off_cpu_at(time_ns)) return off;
  const auto soon =
      thread.native.off_cpu_at(saturating_add(time_ns, std::min(kReadNs, period_.ns() / 8)));
  return soon && !soon->waits ? soon : std::nullopt;
}

bool CaptureSamples::is_in_short_wait(const Thread& thread, Ns time_ns) const {
  const Ns least_ns = least_wait_ns();
  if (const auto off = thread.native.off_cpu_at(time_ns))
    return off->waits && off->length_ns() < least_ns;
  // It began between the time of the sample and the look.
  const TimeRange soon{time_ns, saturating_add(time_ns, 2 * least_ns)};
  return thread.native.runs_in(soon, least_ns).size() == 1;
}

CaptureSamples::Activity CaptureSamples::activity_at(const Thread& thread,
                                                     std::span<const Item> items, const Run& run,
                                                     Ns time_ns) const {
  const bool is_blocked_then = is_blocked(run.state);
  const bool is_known = thread.native.knows_switches(time_ns);
  if (!is_known || run.state == wire::SampledState::Ended)
    return is_blocked_then ? Activity::Waits : Activity::Runs;
  const auto off = off_cpu_at(thread, time_ns);
  // Where it was woken, and has no CPU yet, it is where it waited. Of a wait that show_between does
  // not tell from the runs around it, a sample tells what they are of.
  if (is_blocked_then || (off && off->waits))
    return is_in_short_wait(thread, time_ns) ? Activity::Runs : Activity::Waits;
  if (!off) return Activity::Runs;
  // The sampler itself may have taken its CPU, at any place in the program. But it may as well have
  // been waiting until the scheduler took it.
  const Ns since_ns = saturating_sub(time_ns, off->begin_ns);
  const bool is_just_now = since_ns >= 0 && since_ns <= std::min(kWakeNs, period_.ns() / 8);
  return is_just_now && !thread.lost_cpu.is_likely_at(place_of(items)) ? Activity::Runs
                                                                       : Activity::Preempted;
}

void CaptureSamples::show_functions(Thread& thread, std::span<const Item> items, const Run& run,
                                    RowSink& sink) {
  LANESCOPE_CHECK(run.first_ns <= run.last_ns, "samples from {} to {} ns", run.first_ns,
                  run.last_ns);
  Lane& lane = thread.functions;
  const bool goes_on = run.continues || is_one_wait(thread, items, run);
  if (goes_on) {
    close_line(thread, items, run, sink);
  } else if (const auto end_ns = close_hole(lane.slices, lane.last_ns, run, sink)) {
    thread.python.change(*end_ns, 0);
    thread.seen.forget();
    thread.is_preempted = false;
  }
  show_look(thread, items, run, run.first_ns, sink);
  if (run.last_ns > run.first_ns) show_look(thread, items, run, run.last_ns, sink);
  ended_ += thread.native.show_until(lane.last_ns, thread.python, native_, sink);
}

void CaptureSamples::show_look(Thread& thread, std::span<const Item> items, const Run& run,
                               Ns time_ns, RowSink& sink) {
  Lane& lane = thread.functions;
  if (thread.is_preempted) time_ns = std::max(time_ns, lane.last_ns);
  const Activity activity = activity_at(thread, items, run, time_ns);
  const bool was_preempted = std::exchange(thread.is_preempted, false);
  if (was_preempted) resume(thread, activity, items, {lane.last_ns, time_ns}, run.place, sink);
  if (activity == Activity::Preempted) return show_preempted(thread, items, run, time_ns, sink);
  if (activity == Activity::Runs && !thread.native.off_cpu_at(time_ns))
    thread.lost_cpu.see(place_of(items), true);
  const SeenStacks::Sample sample{items, activity == Activity::Waits};
  const Between between{sample, {lane.last_ns, time_ns}, !was_preempted};
  if (thread.seen.is_known()) show_between(thread, between, run.place, sink);
  change_functions(thread, items, time_ns, run.place, sink);
  thread.seen.see(sample, time_ns);
  lane.last_ns = time_ns;
}

void CaptureSamples::show_preempted(Thread& thread, std::span<const Item> items, const Run& run,
                                    Ns time_ns, RowSink& sink) {
  Lane& lane = thread.functions;
  const auto off = off_cpu_at(thread, time_ns);
  LANESCOPE_CHECK(off, "preempted on a CPU at {} ns", time_ns);
  const bool is_known = thread.seen.is_known();
  thread.is_preempted = true;
  // Seen again in the same stretch, which tells nothing new.
  if (is_known && off->begin_ns < lane.last_ns && lane.slices.has(items)) {
    lane.last_ns = std::max(time_ns, lane.last_ns);
    return;
  }
  const Ns begin_ns = std::max(off->begin_ns, is_known ? lane.last_ns : time_ns);
  if (is_known) {
    SeenStacks next = thread.seen;
    next.see_preempted(items, time_ns, most_age_ns());
    show_between(thread, {next.last(), {lane.last_ns, begin_ns}, false}, run.place, sink);
  }
  thread.seen.see_preempted(items, time_ns, most_age_ns());
  thread.lost_cpu.see(place_of(items), false);
  change_functions(thread, items, begin_ns, run.place, sink);
  lane.last_ns = std::max(time_ns, begin_ns);
}

void CaptureSamples::resume(Thread& thread, Activity next, std::span<const Item> items,
                            const TimeRange& range, Place place, RowSink& sink) {
  const auto off = thread.native.off_cpu_at(range.begin_ns);
  if (!off || off->end_ns >= range.end_ns) return;
  if (next == Activity::Runs) thread.seen.see({items, false}, range.end_ns);
  change_functions(thread, thread.seen.last().items, off->end_ns, place, sink);
  thread.functions.last_ns = off->end_ns;
}

void CaptureSamples::change_functions(Thread& thread, std::span<const Item> items, Ns time_ns,
                                      Place place, RowSink& sink) {
  SampleLane& slices = thread.functions.slices;
  if (slices.has(items)) return;
  thread.python.change(time_ns, items.size());
  ended_ += slices.change(items, time_ns, place, sink);
}

void CaptureSamples::show_between(Thread& thread, const Between& between, Place place,
                                  RowSink& sink) {
  const auto& [next, range, by_callers] = between;
  if (range.empty()) return;
  const std::vector<TimeRange> runs = thread.native.runs_in(range, least_wait_ns());
  const bool waited = runs.size() > 1 || next.waits || thread.seen.last().waits;
  if (!waited && by_callers) return show_callers(thread, next.items, range, place, sink);
  if (!waited) return;
  for (const SeenStacks::Piece& piece : thread.seen.until(next, runs, most_age_ns()))
    change_functions(thread, piece.items, piece.begin_ns, place, sink);
}

}  // namespace lanescope
