#include "core/analysis/host/forward_twins.h"

#include <string_view>
#include <vector>

#include "core/analysis/host/sequence_pairs.h"
#include "core/store/engine_call.h"

namespace lanescope {
namespace {

constexpr std::string_view kAutogradFlow = "fwdbwd";

std::vector<bool> autograd_kinds(const Snapshot& snapshot) {
  std::vector<bool> kinds;
  for (const FlowKind& kind : snapshot.flows->kinds) {
    kinds.push_back(snapshot.text(kind.category) == kAutogradFlow ||
                    snapshot.text(kind.name) == kAutogradFlow);
  }
  return kinds;
}

/// Calls visit(forward, backward) for the two ends of each flow until it returns false.
template <typename Visit>
void for_each_pair(const Snapshot& snapshot, const Visit& visit) {
  if (!snapshot.flows) return;
  const FlowTable& flows = *snapshot.flows;
  const std::vector<bool> is_autograd = autograd_kinds(snapshot);
  // Halves are sorted by (kind, id, time), so a start is followed by its ends.
  EventId forward = EventId::None;
  for (std::uint32_t i = 0; i < flows.size(); ++i) {
    const bool goes_on =
        i > 0 && flows.kind[i] == flows.kind[i - 1] && flows.id[i] == flows.id[i - 1];
    if (!goes_on) forward = EventId::None;
    if (!is_autograd[flows.kind[i]]) continue;
    if (flows.phase[i] == FlowPhase::Start) forward = flows.slice[i];
    if (flows.phase[i] != FlowPhase::End || forward == EventId::None) continue;
    if (flows.slice[i] != EventId::None && !visit(forward, flows.slice[i])) return;
  }
}

}  // namespace

ForwardTwins::ForwardTwins(const Snapshot& snapshot, const ReadEvent& read,
                           const std::stop_token& stop) {
  for_each_pair(snapshot, [&](EventId forward, EventId backward) {
    join(snapshot, forward, backward);
    return true;
  });
  if (!twins_.empty() || !read) return;
  for (const auto& [backward, forward] : sequence_pairs(snapshot, read, stop)) {
    join(snapshot, forward, backward);
  }
}

void ForwardTwins::join(const Snapshot& snapshot, EventId forward, EventId backward) {
  twins_.try_emplace(backward, forward);
  const auto home = snapshot.find_slice(backward);
  const auto around = home ? snapshot.find_slice(home->chunk->link[home->slice]) : std::nullopt;
  if (around &&
      snapshot.text(around->chunk->name[around->slice]).starts_with(kAutogradEngineCall)) {
    twins_.try_emplace(around->chunk->id_of(around->slice), forward);
  }
}

bool has_forward_twins(const Snapshot& snapshot) {
  bool any = false;
  for_each_pair(snapshot, [&](EventId, EventId) {
    any = true;
    return false;
  });
  return any;
}

}  // namespace lanescope
