#include "core/analysis/flame/twins.h"

#include "core/analysis/host/forward_twins.h"

namespace lanescope {
namespace {

bool on_host_thread(const Snapshot& snapshot, EventId event) {
  const auto slice = snapshot.find_slice(event);
  return slice && slice->track->kind == TrackKind::CpuThread;
}

}  // namespace

FlameTwins::FlameTwins(const Snapshot& snapshot) {
  const ForwardTwins twins(snapshot);
  if (twins.empty()) return;
  forward_of_.assign(snapshot.slice_count, EventId::None);
  is_forward_.resize(snapshot.slice_count);
  for (const auto& [backward, forward] : twins.all()) {
    if (!on_host_thread(snapshot, backward) || !on_host_thread(snapshot, forward)) continue;
    forward_of_[index_of(backward)] = forward;
    is_forward_[index_of(forward)] = true;
  }
}

}  // namespace lanescope
