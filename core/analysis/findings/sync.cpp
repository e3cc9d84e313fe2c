// Rules about waiting for the GPU inside the loop.
#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "core/analysis/events/name_test.h"
#include "core/analysis/events/near_search.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/host/call_class.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/claims.h"
#include "core/analysis/idle/start_up.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostSites = 3;
constexpr const char* kNoCalls = "the trace has no runtime calls";

/// Whether the program synchronized explicitly, rather than to read a value from the GPU.
bool is_explicit_wait(std::string_view call) {
  return call.find("DeviceSynchronize") != call.npos ||
         call.find("EventSynchronize") != call.npos || call.find("CtxSynchronize") != call.npos ||
         is_result_wait(call);
}

/// Whether the call copies to the GPU, so it does not return a value.
bool is_upload(const Snapshot& snapshot, EventId call) {
  const auto events = snapshot.launches->events_of(call);
  return std::ranges::any_of(events, [&](EventId event) {
    return snapshot.text(slice_name(snapshot, event)).find("HtoD") != std::string_view::npos;
  });
}

bool is_mine(const FindingFacts& facts, const SyncSite& site, bool wants_explicit) {
  // Allocations and pageable copies have their own rules.
  if (site.kind == SyncKind::Allocation || is_upload(facts.trace, site.longest)) return false;
  return is_explicit_wait(facts.trace.text(site.call)) == wants_explicit;
}

/// Finds the copies to pageable memory after which the GPU queue was empty: they block the thread
/// like a synchronization.
class DrainingCopies {
 public:
  explicit DrainingCopies(const FindingFacts& facts)
      : calls_(facts.sync->calls), launches_(facts.trace) {
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      const bool copies = calls_[i].kind == SyncKind::PageableCopy;
      if (copies && !is_upload(facts.trace, calls_[i].event)) copies_.push_back(i);
    }
  }

  /// The copy that returned after the GPU became idle and before the launch that ends the gap. Null
  /// if there is none. Fast if the gap is near the one before.
  const SyncCall* before(const IdleGap& gap) {
    constexpr std::size_t kMostLooks = 16;  // calls of other threads may be in between
    if (copies_.empty() || gap.drained_by != EventId::None) return nullptr;
    calls_begun_ = count_near(calls_.size(), calls_begun_, [&](std::size_t i) {
      return calls_[i].range.begin_ns < gap.range.begin_ns;
    });
    copies_begun_ = count_near(copies_.size(), copies_begun_,
                               [&](std::size_t i) { return copies_[i] < calls_begun_; });
    for (std::size_t i = copies_begun_; i-- > 0 && copies_[i] + kMostLooks >= calls_begun_;) {
      const SyncCall& copy = calls_[copies_[i]];
      if (copy.range.end_ns >= gap.range.begin_ns && ends_before_launch(copy, gap)) return &copy;
    }
    return nullptr;
  }

 private:
  bool ends_before_launch(const SyncCall& copy, const IdleGap& gap) {
    const auto launch = launches_.find(gap.launch);
    return launch && copy.range.end_ns <= launch->chunk->start_ns[launch->slice];
  }

  const std::vector<SyncCall>& calls_;  // by begin
  std::vector<std::size_t> copies_;     // of the calls
  SliceFinder launches_;
  std::size_t calls_begun_ = 0, copies_begun_ = 0;  // before the last gap
};

/// The total of the waits of one kind.
struct Waits {
  struct Site {
    const SyncSite* site = nullptr;
    Ns lost_ns = 0;               // upper bound
    std::vector<SyncLoss> calls;  // with the largest losses
  };
  std::vector<Site> sites;  // the worst first
  Ns lost_lower_ns = 0, lost_upper_ns = 0;
  Ns inside_ns = 0;  // of the upper bound, during the waits
  std::uint64_t count = 0;
};

/// Adds the gaps after copies, which SyncStalls does not count as drained.
void add_copies(const FindingFacts& facts, Waits& waits) {
  const IdleDevice* idle = facts.idle_device();
  if (idle == nullptr) return;
  const Ns start_up_ns = StartUp(facts.trace).end_ns(idle->device);
  DrainingCopies copies(facts);
  for (const IdleGap& gap : idle->gaps) {
    if (gap.range.end_ns <= start_up_ns) continue;
    const SyncCall* copy = copies.before(gap);
    if (copy == nullptr) continue;
    // What is idle until the copy returns is counted with the copy.
    const Ns counted_ns = length_of({gap.range.begin_ns, copy->range.end_ns});
    const Ns upper_ns = std::max(
        Ns{0}, idle->known_ns(gap) - idle->class_ns(gap, IdleClass::DataLoading) - counted_ns);
    waits.lost_upper_ns = saturating_add(waits.lost_upper_ns, upper_ns);
    waits.lost_lower_ns =
        saturating_add(waits.lost_lower_ns, idle->class_ns(gap, IdleClass::LaunchLatency) +
                                                idle->class_ns(gap, IdleClass::Runtime));
    const StringId op = slice_name(facts.trace, innermost_op(facts.trace, copy->event));
    for (Waits::Site& one : waits.sites) {
      if (one.site->kind != SyncKind::PageableCopy || one.site->op != op) continue;
      one.lost_ns = saturating_add(one.lost_ns, upper_ns);
      one.calls.push_back({copy->event, upper_ns});
      break;
    }
  }
}

Waits waits_of(const FindingFacts& facts, bool wants_explicit) {
  Waits waits;
  for (const SyncSite& site : facts.sync->sites) {
    if (!is_mine(facts, site, wants_explicit)) continue;
    waits.sites.push_back({&site, site.cost.lost_upper_ns, site.costliest});
    waits.inside_ns = saturating_add(waits.inside_ns, site.cost.lost_inside_ns);
    waits.lost_lower_ns = saturating_add(waits.lost_lower_ns, site.cost.lost_lower_ns);
    waits.lost_upper_ns = saturating_add(waits.lost_upper_ns, site.cost.lost_upper_ns);
    waits.count += site.count;
  }
  if (!wants_explicit) add_copies(facts, waits);
  // Threads that wait at the same time lose the same time.
  if (const IdleDevice* idle = facts.idle_device())
    waits.lost_upper_ns = std::min(waits.lost_upper_ns, idle->total_ns);
  std::ranges::stable_sort(waits.sites, std::greater<>(), &Waits::Site::lost_ns);
  for (Waits::Site& one : waits.sites)
    std::ranges::stable_sort(one.calls, std::greater<>(), &SyncLoss::lost_ns);
  return waits;
}

/// The gaps caused by these waits, without the parts that have another cause, and without start-up.
std::vector<TimeRange> claims_of(const FindingFacts& facts, bool wants_explicit) {
  const IdleDevice* idle = facts.idle_device();
  if (idle == nullptr) return {};
  SliceFinder slices(facts.trace);
  NameTest is_explicit(facts.trace, is_explicit_wait);
  const auto mine = [&](EventId call) {
    return call != EventId::None && is_explicit(slice_name(slices, call)) == wants_explicit;
  };
  const Ns start_up_ns = StartUp(facts.trace).end_ns(idle->device);
  DrainingCopies copies(facts);
  constexpr IdleClasses kOfWaits([](IdleClass what) {
    return what != IdleClass::DataLoading && what != IdleClass::Allocation;
  });
  bool whole = false;  // the gap, rather than the waits in it
  const auto classes_in = [&](const IdleGap& gap) -> IdleClasses {
    if (gap.range.end_ns <= start_up_ns) return {};
    whole = (!wants_explicit && copies.before(gap) != nullptr) || mine(gap.drained_by);
    return whole ? kOfWaits : IdleClasses{IdleClass::Sync};
  };
  return idle_ranges(*idle, classes_in, [&](const IdleGap&, const IdlePiece& piece) {
    return whole || mine(piece.cause);
  });
}

StringId name_of(const SyncSite& site) {
  if (site.implied_by != StringId::Empty) return site.implied_by;
  return site.op != StringId::Empty ? site.op : site.call;
}

/// The call to look at first: the one that cost the most GPU time, else the longest.
EventId first_call(const Waits::Site& one) {
  return one.calls.empty() ? one.site->longest : one.calls.front().event;
}

void add_sites(const FindingFacts& facts, const Waits& waits, Finding& finding) {
  for (std::size_t i = 0; i < std::min(waits.sites.size(), kMostSites); ++i) {
    const SyncSite& site = *waits.sites[i].site;
    const bool named = name_of(site) != site.call;
    finding.say("", name_of(site),
                fmt::format(" waits {}{}{}; the GPU is idle for {} because of it",
                            facts.count_per_step(site.count), named ? " in " : "",
                            named ? facts.trace.text(site.call) : "",
                            facts.per_step(waits.sites[i].lost_ns)),
                first_call(waits.sites[i]));
    for (const SyncLoss& call : waits.sites[i].calls | std::views::drop(1))
      finding.evidence.back().more.push_back(call.event);
  }
  const SyncSite& worst = *waits.sites.front().site;
  finding.where = {name_of(worst), worst.source, first_call(waits.sites.front())};
}

void report_waits(const FindingFacts& facts, const Waits& waits, Finding& finding) {
  finding.low_pct = facts.share_pct(waits.lost_lower_ns);
  finding.high_pct = facts.share_pct(waits.lost_upper_ns);
  finding.confidence = Confidence::High;
  finding.say(
      fmt::format("The host waits {}; the GPU queue drains and the GPU is idle for up to {}",
                  facts.count_per_step(waits.count), facts.per_step(waits.lost_upper_ns)));
  add_sites(facts, waits, finding);
  if (waits.inside_ns < waits.lost_upper_ns) {
    finding.say(
        fmt::format("{} of that is during the waits; the rest is until the host has launched new "
                    "work. Overview shows both by what the host does; until launched work starts, "
                    "that is \"idle, launch latency\"",
                    facts.per_step(waits.inside_ns)));
  }
}

/// Why this cannot be judged; empty if it can.
std::string why_no_waits(const FindingFacts& facts) {
  if (!facts.has_gpu()) return std::string(kNoGpuEvents);
  return facts.sync->has_host_calls ? "" : kNoCalls;
}

}  // namespace

void judge_explicit_waits(const FindingFacts& facts, RuleAnswer& answer) {
  const std::string why = why_no_waits(facts);
  if (!why.empty()) return answer.cannot_judge(why);
  const Waits waits = waits_of(facts, true);
  if (waits.count < 2) return;  // not a recurring pattern
  if (facts.share_pct(waits.lost_upper_ns) < facts.limits().finding_floor_pct) return;
  Finding& finding = answer.add(claims_of(facts, true));
  finding.title = "The loop waits until all GPU work has finished";
  report_waits(facts, waits, finding);
  finding.fix =
      is_result_wait(facts.trace.text(waits.sites.front().site->call))
          ? "Remove block_until_ready() from the loop: JAX orders the work of steps by itself. "
            "Block once at the end, or one step later, where a time or a value is needed."
          : "Remove torch.cuda.synchronize() and event.synchronize() from the loop. If order "
            "matters between streams, let one wait for an event on the other: "
            "stream.wait_event(event).";
  finding.confirm =
      "Without the call, the gaps after it should close and results should stay the same.";
}

void judge_read_backs(const FindingFacts& facts, RuleAnswer& answer) {
  const std::string why = why_no_waits(facts);
  if (!why.empty()) return answer.cannot_judge(why);
  const Waits waits = waits_of(facts, false);
  if (waits.count < 2) return;
  if (facts.share_pct(waits.lost_upper_ns) <= facts.limits().drained_pct) return;
  Finding& finding = answer.add(claims_of(facts, false));
  finding.title = "The loop waits for values from the GPU";
  report_waits(facts, waits, finding);
  finding.fix =
      "Move .item(), .cpu(), print(tensor) and conditions on tensors out of the loop: accumulate "
      "on the GPU and read every N steps, or copy with non_blocking=True and read one step later. "
      "nonzero, masked indexing and unique also wait: prefer torch.where and fixed sizes.";
  finding.confirm =
      "torch.cuda.set_sync_debug_mode(\"warn\") prints every such line while the program runs.";
}

}  // namespace lanescope
