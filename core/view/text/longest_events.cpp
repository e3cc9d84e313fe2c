#include "core/view/text/longest_events.h"

namespace lanescope {

LongestEvents::LongestEvents(const Snapshot& snapshot, const AnalysisWindow& window,
                             CategoryKind kind, const std::stop_token& stop,
                             const GroupOf& group_of) {
  for (const Track& track : snapshot.tracks) {
    for (const auto& chunk : track.chunks) {
      if (stop.stop_requested()) return;
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        if (snapshot.kind_of(chunk->category[i]) != kind) continue;
        if (!window.has_start(chunk->start_ns[i])) continue;
        const EventId event = chunk->id_of(i);
        Longest& longest = longest_[key(chunk->name[i], group_of ? group_of(event) : 0)];
        if (chunk->dur_ns[i] > longest.dur_ns) longest = {chunk->dur_ns[i], event};
      }
    }
  }
}

EventId LongestEvents::of(StringId name, std::uint32_t group) const {
  const auto found = longest_.find(key(name, group));
  return found == longest_.end() ? EventId::None : found->second.event;
}

}  // namespace lanescope
