#include "core/analysis/host_time/unseen_waits.h"

#include <algorithm>
#include <iterator>

#include "core/analysis/events/interval_union.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// Waits for the GIL or a CPU have sums of their own.
bool can_be_inferred(HostState state) {
  return state == HostState::Lock || state == HostState::Disk || state == HostState::Channel ||
         state == HostState::Sleep || state == HostState::PageFault ||
         state == HostState::EventLoop || state == HostState::OtherThread;
}

}  // namespace

void UnseenWaits::Seen::add(HostState state, Ns length_ns) {
  ++count.at(static_cast<std::size_t>(state));
  Ns& sum_ns = total_ns.at(static_cast<std::size_t>(state));
  sum_ns = saturating_add(sum_ns, length_ns);
  ++all;
  all_ns = saturating_add(all_ns, length_ns);
}

std::array<Ns, kHostStates> UnseenWaits::Seen::parts(Ns unseen_ns) const {
  std::array<double, kHostStates> time_ns{};
  double sum_ns = 0;
  const double whole_ns = static_cast<double>(saturating_add(unseen_ns, all_ns));
  for (std::size_t state = 0; state < kHostStates; ++state) {
    // A state is hit as often as it has time, seen or not.
    const double share = static_cast<double>(count.at(state)) / static_cast<double>(all);
    time_ns.at(state) = std::max(0.0, share * whole_ns - static_cast<double>(total_ns.at(state)));
    sum_ns += time_ns.at(state);
  }
  std::array<Ns, kHostStates> parts{};
  if (sum_ns <= 0) return parts;
  // Rounded in sum, so that nothing is left where all is known. A double may round up.
  double until_ns = 0;
  Ns told_ns = 0;
  for (std::size_t state = 0; state < kHostStates; ++state) {
    until_ns += time_ns.at(state);
    const double part_ns = static_cast<double>(unseen_ns) * (until_ns / sum_ns);
    const bool is_all = part_ns >= static_cast<double>(unseen_ns);
    const Ns known_ns = is_all ? unseen_ns : static_cast<Ns>(part_ns);
    parts.at(state) = known_ns - told_ns;
    told_ns = known_ns;
  }
  return parts;
}

void UnseenWaits::add_seen(HostState state, const Wait& wait) {
  if (wait.length_ns > period_ns_) return;
  seen_.add(state, wait.length_ns);
  seen_at_[wait.line].add(state, wait.length_ns);
  Wait& longest = longest_.at(static_cast<std::size_t>(state));
  if (wait.length_ns > longest.length_ns) longest = wait;
}

void UnseenWaits::add_unseen(const Wait& wait) {
  if (wait.length_ns > period_ns_) return;
  Unseen& at = unseen_at_[wait.line];
  ++at.count;
  at.total_ns = saturating_add(at.total_ns, wait.length_ns);
  if (wait.length_ns > at.longest.length_ns) at.longest = wait;
}

void UnseenWaits::infer(const Unseen& unseen, const Seen& seen,
                        std::array<HostWait, kHostStates>& rows) const {
  const std::array<Ns, kHostStates> parts = seen.parts(unseen.total_ns);
  for (std::size_t state = 0; state < kHostStates; ++state) {
    if (!can_be_inferred(static_cast<HostState>(state))) continue;
    const Ns part_ns = parts.at(state);
    if (part_ns == 0) continue;
    LANESCOPE_CHECK(part_ns > 0 && part_ns <= unseen.total_ns, "{} of {} ns", part_ns,
                    unseen.total_ns);
    HostWait& row = rows.at(state);
    const double share = static_cast<double>(part_ns) / static_cast<double>(unseen.total_ns);
    const auto count = static_cast<std::uint64_t>(share * static_cast<double>(unseen.count) + 0.5);
    row.state = longest_.at(state).name;
    row.for_thread = static_cast<HostState>(state) == HostState::OtherThread;
    row.inferred = true;
    row.count += count;
    row.total_ns = saturating_add(row.total_ns, part_ns);
    // Which of them they are is not known, only that none is longer than all of them.
    const Ns longest_ns = std::min(unseen.longest.length_ns, part_ns);
    if (longest_ns > row.longest_ns) {
      row.longest_ns = longest_ns;
      row.longest = unseen.longest.event;
    }
    if (part_ns <= row.top_line_ns) continue;
    row.top_line_ns = unseen.longest.line == StringId::Empty ? 0 : part_ns;
    row.at_top_line = unseen.longest.event;
  }
}

std::vector<HostWait> UnseenWaits::inferred() const {
  std::array<HostWait, kHostStates> rows{};
  for (const auto& [line, unseen] : unseen_at_) {
    const auto here = seen_at_.find(line);
    const bool is_enough = here != seen_at_.end() && here->second.all >= kLeastSeen;
    const Seen& seen = is_enough ? here->second : seen_;
    if (seen.all >= kLeastSeen) infer(unseen, seen, rows);
  }
  std::vector<HostWait> inferred;
  std::ranges::copy_if(rows, std::back_inserter(inferred),
                       [](const HostWait& row) { return row.total_ns > 0; });
  return inferred;
}

}  // namespace lanescope
