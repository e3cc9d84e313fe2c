#include "core/readers/capture/samples/seen_stacks.h"

#include <algorithm>

#include "core/readers/capture/samples/native_callers.h"

namespace lanescope {
namespace {

constexpr Ns kSameWaitTimes = 10;
constexpr Ns kNoWaitTimes = 10;
constexpr std::size_t kOutdatedTimes = 4;

}  // namespace

void SeenStacks::see(const Sample& sample, Ns time_ns) {
  Seen& seen = seen_.at(sample.waits ? 1 : 0);
  seen.items.assign(sample.items.begin(), sample.items.end());
  seen.time_ns = time_ns;
  if (!sample.waits) {
    seen.after = this->seen(true).items;
    preempted_.times = 0;
  }
  waited_ = sample.waits;
  is_known_ = true;
}

void SeenStacks::Preempted::see(std::span<const SampleItem> items) {
  const auto of = items.first(items.empty() ? 0 : functions_in(items));
  if (times++ == 0) return functions.assign(of.begin(), of.end());
  functions.erase(std::ranges::mismatch(functions, of).in1, functions.end());
}

void SeenStacks::see_preempted(std::span<const SampleItem> items, Ns time_ns, Ns most_age_ns) {
  const Seen& ran = seen(false);
  const bool waited_since = seen(true).time_ns > ran.time_ns;
  const Ns most_ns = waited_since ? most_age_ns : kNoWaitTimes * most_age_ns;
  const bool is_old = saturating_sub(time_ns, ran.time_ns) > most_ns;
  if (preempted_.times == kOutdatedTimes) preempted_.times = 0;
  preempted_.see(items);
  const bool is_elsewhere =
      preempted_.times == kOutdatedTimes &&
      std::ranges::mismatch(preempted_.functions, ran.items).in1 != preempted_.functions.end();
  if (ran.items.empty() || is_old || is_elsewhere) see({items, false}, time_ns);
  waited_ = false;
  is_known_ = true;
}

std::vector<SeenStacks::Piece> SeenStacks::until(const Sample& next,
                                                 std::span<const TimeRange> runs,
                                                 Ns most_age_ns) const {
  std::vector<Piece> pieces;
  const std::span<const SampleItem> last = seen(waited_).items;
  const auto stack_of = [&](bool waits, bool is_first) -> std::span<const SampleItem> {
    if (is_first && waits == waited_) return last;
    if (waits == next.waits) return next.items;
    const Seen& of_kind = seen(waits);
    const std::span<const SampleItem> wait = next.waits ? next.items : seen(true).items;
    const bool same_wait = !waits && std::ranges::equal(of_kind.after, wait);
    const Ns most_ns = same_wait ? kSameWaitTimes * most_age_ns : most_age_ns;
    const bool is_old = saturating_sub(runs.front().begin_ns, of_kind.time_ns) > most_ns;
    return is_old ? last : of_kind.items;
  };
  const auto add = [&](Ns begin_ns, Ns end_ns, bool waits) {
    if (begin_ns < end_ns) pieces.push_back({begin_ns, stack_of(waits, pieces.empty())});
  };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    add(runs[i].begin_ns, runs[i].end_ns, false);
    if (i + 1 < runs.size()) add(runs[i].end_ns, runs[i + 1].begin_ns, true);
  }
  return pieces;
}

}  // namespace lanescope
