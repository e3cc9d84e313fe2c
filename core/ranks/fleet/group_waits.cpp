#include "core/ranks/fleet/group_waits.h"

#include <algorithm>
#include <tuple>

#include "core/base/check.h"
#include "core/base/threads/parallel.h"

namespace lanescope {

void join_group_waits(std::vector<GroupWait>& waits) {
  std::ranges::sort(waits, {}, [](const GroupWait& one) { return std::tuple(one.step, one.last); });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    const GroupWait one = waits[i];
    const bool same =
        kept != 0 && waits[kept - 1].step == one.step && waits[kept - 1].last == one.last;
    if (!same) {
      waits[kept++] = one;
      continue;
    }
    GroupWait& sum = waits[kept - 1];
    sum.collectives += one.collectives;
    sum.wait_ns = saturating_add(sum.wait_ns, one.wait_ns);
    sum.late_ns = std::max(sum.late_ns, one.late_ns);
  }
  waits.resize(kept);
  waits.shrink_to_fit();
}

std::vector<std::vector<GroupWait>> find_group_waits(std::span<const FleetRank> ranks,
                                                     std::span<const Communicator> communicators,
                                                     const FleetWaits& waits,
                                                     const OwnWorkTable& work, unsigned threads) {
  LANESCOPE_CHECK(waits.collectives.size() == communicators.size(), "{} of {}",
                  waits.collectives.size(), communicators.size());
  std::vector<std::vector<GroupWait>> out(communicators.size());
  parallel_for(communicators.size(), threads, [&](std::size_t c, unsigned) {
    const Communicator& group = communicators[c];
    for (std::size_t row = 0; row < group.rows; ++row) {
      const FleetCollective& one = waits.collectives[c][row];
      if (!one.counts) continue;
      const std::uint32_t last = group.members[one.last];
      const FleetPart& part = ranks[last].parts[group.cell(row, one.last)];
      if (part.step == kNoFleetStep || (group.has_messages && part.is_send == 0)) continue;
      out[c].push_back({work.step_of[last][part.step], last, 1, one.wait_ns, one.lateness_ns});
    }
    join_group_waits(out[c]);
  });
  return out;
}

}  // namespace lanescope
