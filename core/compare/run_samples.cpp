#include "core/compare/run_samples.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/loop_steps.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/events/warm_up_signs.h"
#include "core/analysis/steps/gpu_periods.h"
#include "core/store/each_slice.h"
#include "core/store/numbered_steps.h"

namespace lanescope {
namespace {

std::vector<std::uint64_t> gpu_events_of(const Snapshot& trace, std::span<const StepRange> steps) {
  std::vector<std::uint64_t> events(steps.size());
  for_each_gpu_event(trace, whole_window(),
                     [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind) {
                       const auto step = step_of_gpu_event(trace, steps, chunk.start_ns[slice],
                                                           chunk.link[slice]);
                       if (step) ++events[*step];
                     });
  return events;
}

bool last_is_incomplete(const Snapshot& trace, std::span<const StepRange> steps) {
  if (steps.size() < 2) return false;
  if (!trace.report.complete) return true;
  const std::vector<std::uint64_t> events = gpu_events_of(trace, steps);
  return static_cast<double>(events.back()) <
         Thresholds().tb_last_step_pct / 100 * static_cast<double>(events[events.size() - 2]);
}

/// The steps of the loop. As a rule, a step lasts until the end of its own range; the time until
/// the next is not part of it. Where the host runs far ahead, its ranges say little, and most GPU
/// work would run after the last one: there they are timed on the GPU, as in the analyses of one
/// trace.
struct TimedSteps {
  TimedSteps(const Snapshot& trace, std::optional<StepTiming> wanted)
      : loop(loop_steps(trace)), ranges(step_ranges(trace)) {
    if (!wanted || *wanted == StepTiming::Gpu) periods = gpu_periods(trace, ranges);
    timing = wanted.value_or(usual());
    if (timing == StepTiming::Gpu && periods.empty()) timing = StepTiming::Host;
    if (timing == StepTiming::Host) return;
    for (std::size_t i = 0; i < ranges.size(); ++i)
      loop.steps[i].range = timing == StepTiming::Gpu ? periods[i] : ranges[i].range;
  }

  /// Sets how they are timed, and in which range the work of each sample is launched.
  void add_launches(RunSamples& found) const {
    found.timing = timing;
    if (timing == StepTiming::Host) return;
    auto at = ranges.begin();  // samples are some of the steps, in their order
    for (RunSample& sample : found.samples) {
      at = std::ranges::find(at, ranges.end(), sample.event, &StepRange::event);
      if (at != ranges.end()) sample.launches = at->range;
    }
  }

  LoopSteps loop;
  std::vector<StepRange> ranges;  // of the same steps, until the next one begins
  StepTiming timing = StepTiming::Host;

 private:
  [[nodiscard]] StepTiming usual() const {
    if (!periods.empty()) return StepTiming::Gpu;
    const bool outlasted = ranges.size() == 1 && ranges.front().range != loop.steps.front().range;
    return outlasted ? StepTiming::UntilNext : StepTiming::Host;
  }

  std::vector<TimeRange> periods;  // of the steps on the GPU; empty if the host keeps pace
};

/// Samples the loop's steps from `first` to before `end`. A step that starts inside the previous
/// one, because of rounding, is made to start at its end.
void sample_loop(const LoopSteps& loop, std::size_t first, std::size_t end, RunSamples& found) {
  std::vector<RunSample>& samples = found.samples;
  for (std::size_t i = first; i < end; ++i)
    samples.push_back(
        {loop.steps[i].name, loop.steps[i].event, loop.steps[i].range, loop.steps[i].range});
  Ns end_ns = kMinNs;
  const std::size_t all = samples.size();
  std::erase_if(samples, [&](RunSample& sample) {
    sample.range.begin_ns = std::max(sample.range.begin_ns, end_ns);
    sample.launches = sample.range;
    if (sample.range.empty()) return true;
    end_ns = sample.range.end_ns;
    return false;
  });
  found.inside_others = loop.inside_others + all - samples.size();
  found.other_threads = loop.other_threads;
}

/// Excludes samples with a pause, since what happened in it is unknown, and those next to lost
/// records, which may be several steps: as a report does, see StepTable::is_steady().
void leave_out_unknown(const Snapshot& trace, RunSamples& found) {
  const std::vector<TimeRange> pauses = recording_pauses(trace);
  const std::vector<TimeRange> losses = recording_losses(trace);
  if (pauses.empty() && losses.empty()) return;
  std::vector<RunSample> whole;
  std::size_t paused = 0;
  for (const RunSample& sample : found.samples) {
    if (is_paused(pauses, sample.range))
      ++paused;
    else if (!is_paused(losses, sample.range))
      whole.push_back(sample);
  }
  if (whole.empty()) return;
  found.paused = paused;
  found.lossy = found.samples.size() - whole.size() - paused;
  found.samples = std::move(whole);
}

void thin(RunSamples& found) {
  const std::size_t all = found.samples.size();
  if (all <= kMostSamples) return;
  for (std::size_t i = 0; i < kMostSamples; ++i) {
    found.samples[i] = found.samples[i * all / kMostSamples];
  }
  found.samples.resize(kMostSamples);
  found.thinned = all - kMostSamples;
}

}  // namespace

std::string_view align_by_name(AlignBy by) {
  constexpr std::array kNames = {"steps", "annotation", "start"};
  return kNames[static_cast<std::size_t>(by)];
}

std::string_view samples_word(AlignBy by) {
  constexpr std::array kNames = {"steps", "ranges", "recordings"};
  return kNames[static_cast<std::size_t>(by)];
}

std::string_view step_timing_name(StepTiming timing) {
  constexpr std::array kNames = {"host", "until_next", "gpu"};
  return kNames[static_cast<std::size_t>(timing)];
}

std::string samples_text(const RunSamples& samples) {
  std::string_view word = samples_word(samples.by);
  if (samples.samples.size() == 1) word.remove_suffix(1);
  std::string text = std::to_string(samples.samples.size()) + " " + std::string(word);
  return samples.timed_on_gpu() ? text + ", timed on the GPU" : text;
}

std::optional<RunSamples> step_samples(const Snapshot& trace, std::optional<StepTiming> timing) {
  if (trace.steps.empty()) return std::nullopt;
  const TimedSteps steps(trace, timing);
  RunSamples found;
  found.by = AlignBy::Steps;
  found.warm_up = count_warm_up_steps(trace, steps.ranges, Thresholds());
  found.incomplete = last_is_incomplete(trace, steps.ranges) ? 1 : 0;
  sample_loop(steps.loop, found.warm_up, steps.loop.steps.size() - found.incomplete, found);
  if (found.samples.empty()) return std::nullopt;
  steps.add_launches(found);
  leave_out_unknown(trace, found);
  thin(found);
  return found;
}

std::optional<RunSamples> numbered_step(const Snapshot& trace, std::int64_t number,
                                        std::optional<StepTiming> timing) {
  std::vector<EventId> asked;
  for (const Step& step : steps_with_number(trace, number)) asked.push_back(step.event);
  const auto numbered = [&](std::vector<Step> steps) {
    std::erase_if(steps, [&](const Step& step) {
      return step.range.empty() || std::ranges::find(asked, step.event) == asked.end();
    });
    return one_loop(trace, std::move(steps));
  };
  const TimedSteps steps(trace, timing);
  LoopSteps loop = numbered(steps.loop.steps);
  if (loop.steps.empty()) loop = numbered(trace.steps);  // on another thread
  RunSamples found;
  found.by = AlignBy::Steps;
  sample_loop(loop, 0, loop.steps.size(), found);
  if (found.samples.empty()) return std::nullopt;
  steps.add_launches(found);
  return found;
}

std::optional<RunSamples> annotation_samples(const Snapshot& trace, std::string_view name) {
  std::vector<Step> ranges;
  for_each_slice(trace, TrackKind::CpuThread,
                 [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
                   if (trace.text(chunk.name[slice]) != name) return;
                   ranges.push_back({chunk.name[slice], chunk.range(slice), chunk.id_of(slice)});
                 });
  const LoopSteps loop = one_loop(trace, std::move(ranges));
  RunSamples found;
  found.by = AlignBy::Annotation;
  sample_loop(loop, 0, loop.steps.size(), found);
  if (found.samples.size() < 2) return std::nullopt;
  leave_out_unknown(trace, found);
  thin(found);
  return found;
}

std::vector<TimeRange> host_ranges(const Snapshot& trace, const RunSamples& runs) {
  std::vector<TimeRange> ranges;
  for (const RunSample& sample : runs.samples) {
    const auto own = trace.find_slice(sample.event);
    TimeRange range = sample.launches;
    if (own) range.end_ns = std::min(range.end_ns, own->chunk->range(own->slice).end_ns);
    ranges.push_back(range);
  }
  return ranges;
}

RunSamples whole_sample(const Snapshot& trace) {
  RunSamples found;
  const TimeRange range = trace.slices_extent;
  if (!range.empty()) found.samples.push_back({{}, EventId::None, range, range});
  return found;
}

}  // namespace lanescope
