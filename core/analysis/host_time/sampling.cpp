#include "core/analysis/host_time/sampling.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/base/threads/work.h"

namespace lanescope {

namespace {

/// What slices of some kind cover in the window, in order and disjoint.
std::vector<TimeRange> covered(const Snapshot& snapshot, const Track* track, CategoryKind kind,
                               const TimeRange& window) {
  std::vector<TimeRange> times;
  if (track == nullptr) return times;
  for (const auto& chunk : track->chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
      if (snapshot.kind_of(chunk->category[slice]) == kind) times.push_back(chunk->range(slice));
    }
  }
  return common_parts(merged(std::move(times)), {&window, 1});
}

/// The time between them, without pauses.
Ns gaps_in(const std::vector<TimeRange>& times, std::span<const TimeRange> pauses) {
  if (times.empty()) return 0;
  const TimeRange lived{times.front().begin_ns, times.back().end_ns};
  Ns gaps_ns = 0;
  for (const TimeRange& gap : common_parts(left_out(times), left_out(pauses))) {
    if (lived.overlaps(gap)) gaps_ns = saturating_add(gaps_ns, gap.length_ns());
  }
  return gaps_ns;
}

void add_thread(const Snapshot& snapshot, const SampledThread& thread, const TimeRange& window,
                std::span<const TimeRange> pauses, SampleCover& cover) {
  const std::vector<TimeRange> states =
      covered(snapshot, thread.states, CategoryKind::ThreadState, window);
  const std::vector<TimeRange> functions =
      covered(snapshot, thread.samples, CategoryKind::SampledFrame, window);
  const std::vector<TimeRange>& longest = states.empty() ? functions : states;
  if (longest.empty()) return;
  const TimeRange lived{longest.front().begin_ns, longest.back().end_ns};
  cover.lived_ns =
      saturating_add(cover.lived_ns, length_of(lived) - paused_length(pauses, longest, lived));
  // With context switches states have no gaps, but functions of Python have. Those of machine
  // code end where a thread waits.
  cover.unknown_ns = saturating_add(cover.unknown_ns,
                                    std::max(gaps_in(states, pauses), gaps_in(functions, pauses)));
}

}  // namespace

SampleCover sample_cover(const Snapshot& snapshot, const AnalysisWindow& window, TrackId thread) {
  SampleCover cover;
  const std::vector<TimeRange> pauses = recording_pauses(snapshot);
  for (const SampledThread& one : sampled_threads(snapshot)) {
    if (thread == TrackId::None || one.any().id == thread)
      add_thread(snapshot, one, window.range, pauses, cover);
  }
  return cover;
}

std::string cover_words(const SampleCover& cover) {
  if (!cover.lacks_much()) return "";
  return fmt::format(
      "No sample covers {:.0f} % of the time of the threads ({} of {}): functions took "
      "longer than they are shown to",
      100 * cover.unknown_share(), format_duration(cover.unknown_ns),
      format_duration(cover.lived_ns));
}

std::string sample_pause_words(const Snapshot& snapshot, const AnalysisWindow& window) {
  const Ns paused_ns = paused_length(recording_pauses(snapshot), {}, window.range);
  if (paused_ns == 0) return "";
  return fmt::format("The recording was paused for {}: no thread has samples or states there",
                     format_duration(paused_ns));
}

Ns sampling_period_ns(const Snapshot& snapshot) {
  constexpr Ns kAssumed = 5'000'000;  // what profilers use that take 200 samples a second
  Ns longest_ns = 0;
  if (const JsonObject* const members = snapshot.info.metadata.object()) {
    for (const auto& [key, value] : *members) {
      const JsonValue* const period =
          key.starts_with("samples ") ? value.find("period_ns") : nullptr;
      if (period != nullptr) longest_ns = std::max(longest_ns, period->as_int());
    }
  }
  return longest_ns > 0 ? longest_ns : kAssumed;
}

std::int64_t recorded_cpus(const Snapshot& snapshot) {
  const JsonValue* const capture = snapshot.info.metadata.find("capture");
  const JsonValue* const cpus = capture == nullptr ? nullptr : capture->find("cpus");
  return cpus == nullptr ? 0 : std::max<std::int64_t>(0, cpus->as_int());
}

}  // namespace lanescope
