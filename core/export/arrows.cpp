#include "core/export/arrows.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::string_view kLaunchArrow = "ac2g", kAutogradArrow = "fwdbwd";

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

  /// False when no more are wanted.
  bool of_launches() {
    const LaunchIndex& launches = *trace_.launches;
    for (std::size_t i = 0; i < launches.launch.size(); ++i) {
      const auto call = trace_.find_slice(launches.launch[i]);
      const auto work = trace_.find_slice(launches.gpu_event[i]);
      if (!call || !work || !selection_.has(launches.launch[i]) ||
          !selection_.has(launches.gpu_event[i]) || launches.is_guessed(launches.gpu_event[i]))
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

/// The file's own arrows come from no launches.
bool has_no_launch_arrows(const Snapshot& trace) {
  return trace.flows == nullptr ||
         std::ranges::all_of(trace.flows->kinds, [&](const FlowKind& kind) {
           return trace.text(kind.category) == kAutogradArrow ||
                  trace.text(kind.name) == kAutogradArrow;
         });
}

}  // namespace

void for_each_arrow(const Snapshot& trace, const EventSelection& selection,
                    const std::function<bool(const FlowHalf&)>& give) {
  Arrows arrows(trace, selection, give);
  if (has_no_launch_arrows(trace) && !arrows.of_launches()) return;
  if (trace.flows) arrows.of_file();
}

}  // namespace lanescope
