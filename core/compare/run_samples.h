// What of a run is compared: its steps, each a sample of how long one takes.
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
  Steps,       // ProfilerStep ranges of the host
  Annotation,  // ranges of one name
  Start,       // the whole trace is the only sample
};
/// "steps", "annotation", "start": as in the text face.
std::string_view align_by_name(AlignBy by);
/// "steps", "ranges", "recordings": what the samples are.
std::string_view samples_word(AlignBy by);

struct RunSample {
  StringId name = StringId::Empty;  // Empty of the whole trace
  EventId event = EventId::None;
  TimeRange range;
};

/// Of more, so many are taken at even distances.
inline constexpr std::size_t kMostSamples = 1000;

struct RunSamples {
  AlignBy by = AlignBy::Start;
  std::vector<RunSample> samples;  // by time, none overlaps another
  std::size_t warm_up = 0;         // steps left out at the front
  std::size_t incomplete = 0;      // left out at the end: the recording ended inside
  std::size_t inside_others = 0;   // left out: they lie in another one, or have no length
  std::size_t other_threads = 0;   // left out: another thread has the loop
  std::size_t paused = 0;          // left out: the recording was paused meanwhile
  std::size_t thinned = 0;         // left out evenly, beyond kMostSamples
};

/// "3 steps", "1 range".
std::string samples_text(const RunSamples& samples);

/// The steps of one loop (loop_steps.h) that are neither warm-up nor incomplete and that no pause
/// of the recording touches, unless one touches all. A last step is incomplete that launched less
/// than the threshold tb_last_step of the GPU work of the one before, or where the file is cut off.
/// nullopt when the trace has none. Pure; complete snapshots only. Cost: that of
/// count_warm_up_steps and a pass over the GPU events.
std::optional<RunSamples> step_samples(const Snapshot& trace);

/// The step whose name ends in "#12", warm-up or not. nullopt when the trace has none such.
std::optional<RunSamples> numbered_step(const Snapshot& trace, std::int64_t number);

/// The ranges called `name`, and nothing else, on the host, of one loop.
/// nullopt when there are fewer than two. Cost: a pass over the host threads.
std::optional<RunSamples> annotation_samples(const Snapshot& trace, std::string_view name);

/// All events with a length as one sample; none in a trace without such.
RunSamples whole_sample(const Snapshot& trace);

}  // namespace lanescope
