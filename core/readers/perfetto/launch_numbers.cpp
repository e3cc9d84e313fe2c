#include "core/readers/perfetto/launch_numbers.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope::perfetto {

std::uint32_t LaunchNumbers::of_works(std::span<const std::uint64_t> event_ids) {
  LANESCOPE_CHECK(!event_ids.empty(), "work of a launch, not of {} ids", event_ids.size());
  const std::uint32_t launch = of_work(event_ids.front());
  for (const std::uint64_t id : event_ids.subspan(1)) {
    const auto [at, fresh] = works_.try_emplace(id, launch);
    if (!fresh && at->second != launch) same_[at->second] = launch;
  }
  return launch;
}

/// The same number for all of one process. None where no work tells who launched it: then other
/// evidence decides, such as the operator around a call.
LaunchNumbers::Settled LaunchNumbers::settled_owners(const Tracks& tracks) const {
  Settled settled;
  std::map<std::int64_t, std::uint32_t> processes;
  const bool is_asked = std::ranges::any_of(
      owners_, [](const auto& owner) { return owner.first.first != Owner::Track; });
  for (const auto& [owner, number] : owners_) {
    const auto [what, value] = owner;
    const std::optional<std::int64_t> process =
        !is_asked                ? std::nullopt
        : what == Owner::Process ? std::optional(value)
        : what == Owner::Thread  ? tracks.process_of_thread(value)
                                 : tracks.process_of(static_cast<std::size_t>(value));
    settled[number] = process ? processes.try_emplace(*process, number).first->second : 0;
  }
  return settled;
}

void LaunchNumbers::settle(std::vector<RawLink>& links, const Tracks& tracks) const {
  if (same_.empty() && owners_.empty()) return;
  const Settled owners = settled_owners(tracks);
  for (RawLink& link : links) {
    const auto at = same_.find(link.correlation);
    if (at != same_.end()) link.correlation = at->second;
    if (link.external_id < kFirst) continue;
    const auto owner = owners.find(link.external_id);
    if (owner != owners.end()) link.external_id = owner->second;
  }
}

}  // namespace lanescope::perfetto
