#include "core/view/lanes/state_labels.h"

#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/thread_waits.h"
#include "core/store/thread_state.h"

namespace lanescope {

StateLabels::StateLabels(const Snapshot& snapshot, TrackId states) : snapshot_(snapshot) {
  if (index_of(states) < snapshot.tracks.size())
    samples_ = sampled_thread(snapshot, snapshot.tracks[index_of(states)]).samples;
}

std::string_view StateLabels::of(EventId slice) const {
  if (samples_ == nullptr) return {};
  const auto [at, fresh] = known_.try_emplace(slice);
  if (fresh) at->second = found(slice);
  return at->second;
}

std::string_view StateLabels::found(EventId slice) const {
  const auto at = snapshot_.find_slice(slice);
  if (!at) return {};
  const ThreadState state = parse_thread_state(snapshot_.text(at->chunk->name[at->slice]));
  if (host_state_of(state) != HostState::Lock) return {};
  const TimeRange stretch = at->chunk->range(at->slice);
  const CoveredTime awaiting(waits_for_threads(snapshot_, *samples_, stretch));
  const bool waits = is_wait_for_thread(state, stretch, awaiting);
  return waits ? host_state_title(HostState::OtherThread) : std::string_view();
}

}  // namespace lanescope
