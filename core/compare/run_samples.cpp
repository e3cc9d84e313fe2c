#include "core/compare/run_samples.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "core/analysis/gpu_events.h"
#include "core/analysis/recording_pauses.h"
#include "core/analysis/step_ranges.h"
#include "core/analysis/thresholds.h"
#include "core/base/work.h"

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

/// Sorted by start. One that begins inside the one before begins where that ends: clocks are
/// rounded; what lies in it as a whole is left out.
void keep_apart(RunSamples& found) {
  std::vector<RunSample>& samples = found.samples;
  std::ranges::sort(samples, [](const RunSample& a, const RunSample& b) {
    return std::tuple(a.range.begin_ns, b.range.end_ns, a.event) <
           std::tuple(b.range.begin_ns, a.range.end_ns, b.event);
  });
  Ns end_ns = kMinNs;
  const std::size_t all = samples.size();
  std::erase_if(samples, [&](RunSample& sample) {
    sample.range.begin_ns = std::max(sample.range.begin_ns, end_ns);
    if (sample.range.empty()) return true;
    end_ns = sample.range.end_ns;
    return false;
  });
  found.inside_others = all - samples.size();
}

/// Nobody knows how often what is sampled went round in a pause.
void leave_out_paused(const Snapshot& trace, RunSamples& found) {
  const std::vector<TimeRange> pauses = recording_pauses(trace);
  if (pauses.empty()) return;
  std::vector<RunSample> whole;
  for (const RunSample& sample : found.samples) {
    if (!is_paused(pauses, sample.range)) whole.push_back(sample);
  }
  if (whole.empty()) return;
  found.paused = found.samples.size() - whole.size();
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
  switch (by) {
    case AlignBy::Steps:
      return "steps";
    case AlignBy::Annotation:
      return "annotation";
    case AlignBy::Start:
      return "start";
  }
  return "";
}

std::string_view samples_word(AlignBy by) {
  switch (by) {
    case AlignBy::Steps:
      return "steps";
    case AlignBy::Annotation:
      return "ranges";
    case AlignBy::Start:
      return "recordings";
  }
  return "";
}

std::string samples_text(const RunSamples& samples) {
  std::string_view word = samples_word(samples.by);
  if (samples.samples.size() == 1) word.remove_suffix(1);
  return std::to_string(samples.samples.size()) + " " + std::string(word);
}

std::optional<RunSamples> step_samples(const Snapshot& trace) {
  if (trace.steps.empty()) return std::nullopt;
  const std::vector<StepRange> ranges = step_ranges(trace);
  RunSamples found;
  found.by = AlignBy::Steps;
  found.warm_up = count_warm_up_steps(trace, ranges, Thresholds());
  found.incomplete = last_is_incomplete(trace, ranges) ? 1 : 0;
  // A step is as long as its range: the time between two is the caller's, not the loop's.
  const std::size_t end = trace.steps.size() - found.incomplete;
  for (std::size_t i = found.warm_up; i < end; ++i) {
    const Step& step = trace.steps[i];
    found.samples.push_back({step.name, step.event, step.range});
  }
  keep_apart(found);
  if (found.samples.empty()) return std::nullopt;
  leave_out_paused(trace, found);
  thin(found);
  return found;
}

std::optional<RunSamples> numbered_step(const Snapshot& trace, std::int64_t number) {
  const std::string ending = "#" + std::to_string(number);
  RunSamples found;
  found.by = AlignBy::Steps;
  for (const Step& step : trace.steps) {
    if (trace.text(step.name).ends_with(ending) && !step.range.empty())
      found.samples.push_back({step.name, step.event, step.range});
  }
  keep_apart(found);
  if (found.samples.empty()) return std::nullopt;
  return found;
}

std::optional<RunSamples> annotation_samples(const Snapshot& trace, std::string_view name) {
  RunSamples found;
  found.by = AlignBy::Annotation;
  for (const Track& track : trace.tracks) {
    if (track.kind != TrackKind::CpuThread) continue;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
        if (trace.text(chunk->name[slice]) != name) continue;
        found.samples.push_back({chunk->name[slice], chunk->id_of(slice), chunk->range(slice)});
      }
    }
  }
  keep_apart(found);
  if (found.samples.size() < 2) return std::nullopt;
  leave_out_paused(trace, found);
  thin(found);
  return found;
}

RunSamples whole_sample(const Snapshot& trace) {
  RunSamples found;
  // Pairs of begin and end make slices too, but are no X events.
  const TimeRange range =
      trace.x_extent.empty() && trace.slice_count != 0 ? trace.extent : trace.x_extent;
  if (!range.empty()) found.samples.push_back({{}, EventId::None, range});
  return found;
}

}  // namespace lanescope
