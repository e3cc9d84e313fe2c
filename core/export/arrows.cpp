#include "core/export/arrows.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

constexpr std::string_view kLaunchArrow = "ac2g";

/// The GPU events that an arrow of the file joins to their launch calls.
class DrawnLaunches {
 public:
  explicit DrawnLaunches(const Snapshot& trace) : trace_(trace), slices_(trace) {}

  void add(std::uint32_t begin, std::uint32_t end) {
    const FlowTable& flows = *trace_.flows;
    LANESCOPE_CHECK(begin < end && end <= flows.size(), "halves {} to {}", begin, end);
    at_.clear();
    for (std::uint32_t i = begin; i < end; ++i) at_.emplace_back(flows.track[i], flows.time_ns[i]);
    std::ranges::sort(at_);
    for (std::uint32_t i = begin; i < end; ++i) {
      if (flows.slice[i] != EventId::None && is_at_launch_of(flows.slice[i]))
        drawn_.push_back(flows.slice[i]);
    }
  }
  void freeze() { std::ranges::sort(drawn_); }

  [[nodiscard]] bool has(EventId gpu_event) const {
    return std::ranges::binary_search(drawn_, gpu_event);
  }

 private:
  /// Whether the arrow has an end in the launch call; not all begin where it begins.
  bool is_at_launch_of(EventId event) {
    const auto work = slices_.find(event);
    if (!work || work->track->kind != TrackKind::GpuStream) return false;
    const auto call = slices_.find(work->chunk->link[work->slice]);
    if (!call) return false;
    const TimeRange range = call->chunk->range(call->slice);
    const auto at = std::ranges::lower_bound(at_, std::pair(call->track->id, range.begin_ns));
    return at != at_.end() && at->first == call->track->id && at->second <= range.end_ns;
  }

  const Snapshot& trace_;
  SliceFinder slices_;
  std::vector<std::pair<TrackId, Ns>> at_;  // the ends of one arrow
  std::vector<EventId> drawn_;
};

class Arrows {
 public:
  Arrows(const Snapshot& trace, const EventSelection& selection,
         const std::function<bool(const FlowHalf&)>& give)
      : trace_(trace), selection_(selection), give_(give) {}

  /// Halves of one arrow are adjacent.
  void of_file() {
    const FlowTable& flows = *trace_.flows;
    for (std::uint32_t begin = 0; begin < flows.size();) {
      const std::uint32_t end = flows.end_of_flow(begin);
      if (all_taken(begin, end) && !give_halves(begin, end)) return;
      begin = end;
    }
  }

  /// Those that no arrow of the file stands for. False when no more are wanted.
  bool of_launches() {
    const LaunchIndex& launches = *trace_.launches;
    const DrawnLaunches drawn = drawn_launches();
    for (std::size_t i = 0; i < launches.launch.size(); ++i) {
      const auto call = trace_.find_slice(launches.launch[i]);
      const auto work = trace_.find_slice(launches.gpu_event[i]);
      if (!call || !work || !selection_.has(launches.launch[i]) ||
          !selection_.has(launches.gpu_event[i]) || launches.is_guessed(launches.gpu_event[i]) ||
          drawn.has(launches.gpu_event[i]))
        continue;
      const std::uint32_t id = index_of(launches.gpu_event[i]);
      // In time order, as in a file: if clocks differ, work can appear to begin before its call.
      const bool work_first =
          work->chunk->start_ns[work->slice] < call->chunk->start_ns[call->slice];
      if (work_first && !give_launch('f', id, *work)) return false;
      if (!give_launch('s', id, *call)) return false;
      if (!work_first && !give_launch('f', id, *work)) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] DrawnLaunches drawn_launches() const {
    DrawnLaunches drawn(trace_);
    if (!trace_.flows) return drawn;
    for (std::uint32_t begin = 0; begin < trace_.flows->size();) {
      const std::uint32_t end = trace_.flows->end_of_flow(begin);
      if (all_taken(begin, end)) drawn.add(begin, end);
      begin = end;
    }
    drawn.freeze();
    return drawn;
  }

  [[nodiscard]] bool all_taken(std::uint32_t begin, std::uint32_t end) const {
    const FlowTable& flows = *trace_.flows;
    for (std::uint32_t i = begin; i < end; ++i) {
      const bool bound = flows.slice[i] != EventId::None;
      if (bound ? !selection_.has(flows.slice[i]) : !selection_.has_time(flows.time_ns[i]))
        return false;
    }
    return true;
  }

  bool give_halves(std::uint32_t begin, std::uint32_t end) {
    static constexpr std::array<char, 3> kPhases{'s', 't', 'f'};
    const FlowTable& flows = *trace_.flows;
    for (std::uint32_t i = begin; i < end; ++i) {
      const FlowKind& kind = flows.kinds[flows.kind[i]];
      const FlowHalf half{kPhases[static_cast<std::size_t>(flows.phase[i])],
                          flows.id[i],
                          &trace_.tracks[index_of(flows.track[i])],
                          flows.time_ns[i],
                          trace_.text(kind.name),
                          trace_.text(kind.category),
                          kind.has_category,
                          false,
                          flows.slice[i]};
      if (!give_(half)) return false;
    }
    return true;
  }

  bool give_launch(char phase, std::uint32_t id, const SliceRef& at) {
    return give_({phase, id, at.track, at.chunk->start_ns[at.slice], kLaunchArrow, kLaunchArrow,
                  true, true, at.chunk->id_of(at.slice)});
  }

  const Snapshot& trace_;
  const EventSelection& selection_;
  const std::function<bool(const FlowHalf&)>& give_;
};

/// A file that draws launches as torch.profiler does draws those that it knows.
bool has_launch_arrows(const Snapshot& trace) {
  return trace.flows != nullptr &&
         std::ranges::any_of(trace.flows->kinds, [&](const FlowKind& kind) {
           return trace.text(kind.category) == kLaunchArrow ||
                  trace.text(kind.name) == kLaunchArrow;
         });
}

}  // namespace

void for_each_arrow(const Snapshot& trace, const EventSelection& selection,
                    const std::function<bool(const FlowHalf&)>& give) {
  Arrows arrows(trace, selection, give);
  if (!has_launch_arrows(trace) && !arrows.of_launches()) return;
  if (trace.flows) arrows.of_file();
}

}  // namespace lanescope
