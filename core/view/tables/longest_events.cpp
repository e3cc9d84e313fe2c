#include "core/view/tables/longest_events.h"

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/interval_union.h"

namespace lanescope {
namespace {

constexpr Ns kOutside = -1;  // shorter than any inside

}  // namespace

LongestEvents::LongestEvents(const Snapshot& snapshot, const AnalysisWindow& window,
                             CategoryKind kind, const std::stop_token& stop,
                             const GroupOf& group_of, bool has_graphs) {
  const bool takes_outside = window.kind == WindowKind::Range || has_graphs;
  for (const Track& track : snapshot.tracks) {
    for (const auto& chunk : track.chunks) {
      if (stop.stop_requested()) return;
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        if (snapshot.kind_of(chunk->category[i]) != kind) continue;
        const auto part = counted_part(window, chunk->range(i));
        if (!part && !takes_outside) continue;
        const Ns dur_ns = part ? length_of(*part) : kOutside;
        const EventId event = chunk->id_of(i);
        Longest& longest = longest_[key(chunk->name[i], group_of ? group_of(event) : 0)];
        if (dur_ns > longest.dur_ns) longest = {dur_ns, event};
      }
    }
  }
}

EventId LongestEvents::of(StringId name, std::uint32_t group) const {
  const auto found = longest_.find(key(name, group));
  return found == longest_.end() ? EventId::None : found->second.event;
}

}  // namespace lanescope
