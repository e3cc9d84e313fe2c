// The samples of a run that are compared: usually its steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

enum class AlignBy : std::uint8_t {
  Steps,       // ProfilerStep annotations on the host
  Annotation,  // annotations with a given name
  Start,       // the entire trace is the only sample
};
/// "steps", "annotation", "start", as in text output.
std::string_view align_by_name(AlignBy by);
/// "steps", "ranges", "recordings".
std::string_view samples_word(AlignBy by);

/// How the steps of a run are timed.
enum class StepTiming : std::uint8_t {
  Host,       // by their ranges on the host; the time until the next step is in none
  UntilNext,  // until the next step begins, the last one until its GPU work ends: as in a report
  Gpu,        // see gpu_periods()
};
/// "host", "until_next", "gpu", as in JSON.
std::string_view step_timing_name(StepTiming timing);

struct RunSample {
  StringId name = StringId::Empty;  // Empty for the entire trace
  EventId event = EventId::None;
  TimeRange range;
  /// Work launched in this range is counted in the sample. Differs from `range` only for steps that
  /// are not timed by their ranges on the host.
  TimeRange launches;
};

/// If there are more, this many are picked at regular intervals.
inline constexpr std::size_t kMostSamples = 1000;

/// What is said of steps that RunSamples::lossy, or a report, excludes.
inline constexpr const char* kBesideLoss = "next to lost records";

struct RunSamples {
  AlignBy by = AlignBy::Start;
  std::vector<RunSample> samples;        // by time; they do not overlap
  std::size_t warm_up = 0;               // first steps, excluded
  std::size_t incomplete = 0;            // last step, excluded: the recording ended during it
  std::size_t inside_others = 0;         // excluded: nested in another one, or empty
  std::size_t other_threads = 0;         // excluded: not on the thread that runs the loop
  std::size_t paused = 0;                // excluded: the recording was paused during them
  std::size_t lossy = 0;                 // excluded: records of them were lost
  std::size_t thinned = 0;               // excluded at regular intervals, beyond kMostSamples
  StepTiming timing = StepTiming::Host;  // Host for what are no steps

  [[nodiscard]] bool timed_on_gpu() const { return timing == StepTiming::Gpu; }
};

/// "3 steps", "5 steps, timed on the GPU", "1 range".
std::string samples_text(const RunSamples& samples);

/// The steps of one loop, without warm-up, an incomplete last step,
/// and steps during which the recording was paused or next to lost records (unless all were).
/// Without `timing`, they are timed by their ranges on the host; where the host runs far ahead, on
/// the GPU; and the only step of a trace, until the GPU work that it launched has ended: no next
/// step shows the rest of it. The last step is incomplete if the file is truncated, or if the step
/// launched less GPU work than the threshold tb_last_step, as a percentage of the previous step's.
/// nullopt if the trace has no steps. Pure; complete snapshots only. Cost: that of
/// count_warm_up_steps and a pass over the GPU events.
std::optional<RunSamples> step_samples(const Snapshot& trace,
                                       std::optional<StepTiming> timing = std::nullopt);

/// The step with that number, see steps_with_number(), even if it is warm-up, timed in the same
/// way. nullopt if there is none.
std::optional<RunSamples> numbered_step(const Snapshot& trace, std::int64_t number,
                                        std::optional<StepTiming> timing = std::nullopt);

/// The range of each sample's own event on the host, without the time until the next step or the
/// end of the GPU work: what the host does then is not part of the step. The same however the steps
/// are timed. By time; they do not overlap.
std::vector<TimeRange> host_ranges(const Snapshot& trace, const RunSamples& runs);

/// The host ranges of one loop that are named exactly `name`. nullopt if there are fewer than two.
/// Cost: a pass over the host threads.
std::optional<RunSamples> annotation_samples(const Snapshot& trace, std::string_view name);

/// The extent of all slices as one sample; none if it is empty.
RunSamples whole_sample(const Snapshot& trace);

}  // namespace lanescope
