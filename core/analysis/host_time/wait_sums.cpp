#include "core/analysis/host_time/wait_sums.h"

#include <algorithm>
#include <functional>

#include "core/analysis/events/interval_union.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// What is known of those that are just waits is no longer theirs.
void take_inferred(HostWait& row, const std::vector<HostWait>& inferred) {
  for (const HostWait& known : inferred) {
    row.total_ns = saturating_sub(row.total_ns, known.total_ns);
    row.count -= std::min(row.count, known.count);
  }
  row.total_ns = std::max<Ns>(row.total_ns, 0);
  row.longest_ns = std::min(row.longest_ns, row.total_ns);
  row.top_line_ns = std::min(row.top_line_ns, row.total_ns);
  row.gil_held_ns = std::min(row.gil_held_ns, row.total_ns);
  row.count = std::max<std::uint64_t>(row.count, 1);
}

}  // namespace

void WaitSums::add(const Wait& wait) {
  LANESCOPE_CHECK(!wait.state.runs() && wait.length_ns > 0, "a wait of {} ns", wait.length_ns);
  const EventId event = wait.slice.chunk->id_of(wait.slice.slice);
  Sum& sum = sums_[{wait.state.name, wait.for_thread}];
  HostWait& row = sum.wait;
  ++row.count;
  row.total_ns = saturating_add(row.total_ns, wait.length_ns);
  row.gil_held_ns = saturating_add(row.gil_held_ns, wait.held_ns);
  if (wait.length_ns > row.longest_ns) {
    row.longest_ns = wait.length_ns;
    row.longest = event;
    row.state = wait.slice.chunk->name[wait.slice.slice];
  }
  note_unseen(wait);
  if (wait.line == StringId::Empty) return;
  AtLine& at = sum.lines[wait.line];
  at.total_ns = saturating_add(at.total_ns, wait.length_ns);
  if (wait.length_ns <= at.longest_ns) return;
  at.longest_ns = wait.length_ns;
  at.longest = event;
}

void WaitSums::note_unseen(const Wait& wait) {
  const UnseenWaits::Wait one{wait.slice.chunk->name[wait.slice.slice], wait.line,
                              wait.slice.chunk->id_of(wait.slice.slice), wait.length_ns};
  if (wait.state.waits_unseen())
    unseen_.add_unseen(one);
  else if (!wait.state.waits_for_cpu())
    unseen_.add_seen(wait.for_thread ? HostState::OtherThread : host_state_of(wait.state), one);
}

HostWait WaitSums::with_top_line(const Sum& sum) {
  HostWait wait = sum.wait;
  wait.at_top_line = wait.longest;
  for (const auto& [line, at] : sum.lines) {
    if (at.total_ns <= wait.top_line_ns) continue;
    wait.top_line_ns = at.total_ns;
    wait.at_top_line = at.longest;
  }
  return wait;
}

std::vector<HostWait> WaitSums::rows() const {
  std::vector<HostWait> rows = unseen_.inferred();
  const std::vector<HostWait> inferred = rows;
  for (const auto& [reason, sum] : sums_) {
    HostWait row = with_top_line(sum);
    row.for_thread = reason.second;
    if (reason.first == kStateWaits) take_inferred(row, inferred);
    if (row.total_ns > 0) rows.push_back(row);
  }
  std::ranges::stable_sort(rows, std::greater(), &HostWait::total_ns);
  return rows;
}

}  // namespace lanescope
