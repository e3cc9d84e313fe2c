#include "core/view/details/event_place.h"

#include <fmt/format.h>

#include "core/view/text/lane_names.h"

namespace lanescope {

std::string event_lane(const Snapshot& snapshot, const Track& track) {
  switch (track.kind) {
    case TrackKind::CpuThread:
      return process_title(snapshot, track) + " · " + thread_title(snapshot, track);
    case TrackKind::ThreadSamples:
      return process_title(snapshot, track) + " · samples of " + thread_title(snapshot, track);
    case TrackKind::ThreadState:
      return process_title(snapshot, track) + " · state of " + thread_title(snapshot, track);
    case TrackKind::GpuStream:
      return device_title(snapshot, track) + " · " + stream_title(snapshot, track);
    case TrackKind::GpuAnnotation:
      return device_title(snapshot, track) + " · annotations of " + stream_title(snapshot, track);
    case TrackKind::GpuSync:
      return device_title(snapshot, track) + " · sync of " + stream_title(snapshot, track);
    case TrackKind::Async:
    case TrackKind::Profiler:
    case TrackKind::Other:
      break;
  }
  return fmt::format("{} · {}", process_title(snapshot, track), snapshot.text(track.thread));
}

DetailsLaunch launch_by(const Snapshot& snapshot, const DetailsModel& model, const SliceRef& call,
                        bool by_order) {
  const TrackChunk& chunk = *call.chunk;
  const TimeRange range = chunk.range(call.slice);
  DetailsLaunch launch{chunk.id_of(call.slice),
                       std::string(snapshot.text(chunk.name[call.slice])),
                       event_lane(snapshot, *call.track),
                       range.begin_ns,
                       range.length_ns(),
                       saturating_sub(model.start_ns, range.begin_ns),
                       saturating_sub(model.start_ns, range.end_ns),
                       by_order};
  launch.guessed = snapshot.launches && snapshot.launches->is_guessed(model.event);
  return launch;
}

std::optional<DetailsStep> step_around(const Snapshot& snapshot, const DetailsModel& model,
                                       Ns triggered_ns) {
  const bool by_order = model.launch && model.launch->by_order;
  const Ns shown_ns = by_order ? triggered_ns : model.start_ns;
  for (const Step& step : snapshot.steps) {
    if (!step.range.contains(triggered_ns) || step.event == model.event) continue;
    return DetailsStep{std::string(snapshot.text(step.name)), step.event,
                       saturating_sub(shown_ns, step.range.begin_ns), step.range.length_ns()};
  }
  return std::nullopt;
}

}  // namespace lanescope
