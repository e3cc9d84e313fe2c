#include "core/analysis/idle/sync.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/blocking_calls.h"
#include "core/analysis/idle/device_record.h"
#include "core/analysis/idle/host_activity.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/idle/start_up.h"
#include "core/analysis/idle/wait_exposure.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 3> kKindNames = {"wait", "pageable_copy", "allocation"};

/// Operators that can make the host wait for a result from the GPU.
constexpr std::array<std::string_view, 14> kWaitingOps = {"aten::item",
                                                          "aten::_local_scalar_dense",
                                                          "aten::nonzero",
                                                          "aten::is_nonzero",
                                                          "aten::equal",
                                                          "aten::masked_select",
                                                          "aten::unique",
                                                          "aten::_unique2",
                                                          "aten::unique_consecutive",
                                                          "aten::unique_dim",
                                                          "aten::repeat_interleave",
                                                          "aten::index",
                                                          "aten::to",
                                                          "aten::copy_"};
/// The maximum number of enclosing operators searched.
constexpr int kMostOpsAround = 64;

class SyncFinder {
 public:
  explicit SyncFinder(const AnalysisResults& in)
      : in_(in),
        snapshot_(in.trace),
        window_(in.window),
        activities_(in.of<HostActivities>()),
        threads_(in.trace, *activities_),
        found_(collect_blocking_calls(in.trace, in.window, *activities_)),
        timelines_(in.of<DeviceTimelines>()),
        work_(in.trace, timelines_->devices),
        start_up_(in.trace),
        idle_(in.of<IdleTime>()),
        exposure_(in.trace, found_, *idle_) {}

  SyncStalls run() {
    find_drained(*idle_);
    out_.has_python = idle_->has_python;
    out_.has_gpu_events = !timelines_->devices.empty();
    out_.has_host_calls = found_.has_host_calls;
    out_.profiler_stop = found_.profiler_stop;
    for (const Step& step : snapshot_.steps) out_.steps += window_.has_start(step.range.begin_ns);
    for (SyncCall& call : found_.calls) {
      judge(call);
      out_.total.add(call.cost);
      add_to_site(call);
    }
    for (const PollingLoop& loop : found_.loops) add_polling(loop);
    out_.calls = std::move(found_.calls);
    sort();
    return std::move(out_);
  }

 private:
  struct Drained {
    SyncCost cost;
    std::uint64_t gaps = 0;
  };
  struct CallPlace {
    StringId name, op, source;
    EventId op_event;
  };

  void find_drained(const IdleTime& idle) {
    for (const IdleDevice& device : idle.devices) {
      for (const IdleGap& gap : device.gaps) {
        if (gap.drained_by == EventId::None || device.known_ns(gap) == 0) continue;
        Drained& drained = drained_[found_.outermost(gap.drained_by)];
        const Ns length_ns = device.known_ns(gap);
        ++drained.gaps;
        if (gap.range.end_ns <= start_up_.end_ns(device.device)) {
          drained.cost.add({.drained_ns = length_ns});
          continue;
        }
        drained.cost.add({0, 0, 0, length_ns,
                          saturating_add(device.class_ns(gap, IdleClass::LaunchLatency),
                                         device.class_ns(gap, IdleClass::Runtime)),
                          saturating_sub(length_ns, device.class_ns(gap, IdleClass::DataLoading))});
      }
    }
  }

  void judge(SyncCall& call) {
    std::optional<std::int64_t> device;
    std::int64_t stream = -1;
    for (const EventId event : snapshot_.launches->events_of(call.event)) {
      if (const auto at = snapshot_.find_slice(event)) {
        device = at->track->device;
        stream = at->track->stream;
        break;
      }
    }
    SyncCost& cost = call.cost;
    cost.wait_ns = length_of(call.range);
    Ns alone_ns = 0;  // exposed, and in no gap that is explained
    if (out_.has_gpu_events) {
      const DeviceRecord::Activity& work = work_.of(device);
      cost.useful_ns = work.busy.length_in(call.range);
      // In pauses of the recording and the like it is unknown whether the GPU was busy.
      const auto exposed_in = [&](TimeRange range) {
        return range.empty() ? 0 : length_of(range) - work.busy_or_paused().length_in(range);
      };
      cost.exposed_ns = exposed_in(call.range);
      const TimeRange part = exposure_.counted(call.range, device, start_up_.end_ns(device));
      const ExplainedIdle gaps = exposure_.explained(call, part, device);
      alone_ns = exposed_in(part);
      for (const TimeRange& range : gaps.all) alone_ns -= exposed_in(range);
      cost.lost_inside_ns = alone_ns;
      for (const TimeRange& range : gaps.own) cost.lost_inside_ns += exposed_in(range);
    }
    const auto drained = drained_.find(call.event);
    if (drained != drained_.end()) cost.add(drained->second.cost);
    cost.lost_upper_ns = saturating_add(cost.lost_upper_ns, alone_ns);
    call.waited_for = work_.last_before(device, stream, call.range.end_ns);
  }

  /// Where in the program a call was made.
  [[nodiscard]] CallPlace place_of(EventId call) {
    const auto at = snapshot_.find_slice(call);
    const EventId op = at->chunk->link[at->slice];
    HostActivityCursor& thread = threads_.of(at->track->id);
    const HostSegment segment = thread.segment_at(at->chunk->start_ns[at->slice]);
    return {at->chunk->name[at->slice], slice_name(snapshot_, op),
            slice_name(snapshot_, thread.activity().source_of(segment.frame)), op};
  }

  [[nodiscard]] StringId outermost_waiting_op(EventId op) const {
    StringId found = StringId::Empty;
    auto at = snapshot_.find_slice(op);
    for (int i = 0; at && i < kMostOpsAround; ++i) {
      const StringId name = at->chunk->name[at->slice];
      const std::string_view text = snapshot_.text(name);
      if (std::ranges::find(kWaitingOps, text) != kWaitingOps.end()) {
        found = name;
      }
      at = snapshot_.find_slice(at->chunk->link[at->slice]);
    }
    return found;
  }

  void add_to_site(const SyncCall& call) {
    const CallPlace place = place_of(call.event);
    const auto [at, fresh] =
        sites_.try_emplace({place.name, place.op, place.source, call.kind}, out_.sites.size());
    if (fresh) {
      SyncSite& site = out_.sites.emplace_back();
      site.kind = call.kind;
      site.call = place.name;
      site.op = place.op;
      site.source = place.source;
      site.max_ns = -1;
    }
    SyncSite& site = out_.sites[at->second];
    ++site.count;
    site.cost.add(call.cost);
    if (call.cost.lost_upper_ns > 0)
      site.costliest.push_back({call.event, call.cost.lost_upper_ns});
    const auto drained = drained_.find(call.event);
    if (drained != drained_.end()) site.drained += drained->second.gaps;
    if (call.cost.wait_ns > site.max_ns) {
      site.max_ns = call.cost.wait_ns;
      site.longest = call.event;
      site.implied_by = outermost_waiting_op(place.op_event);
    }
  }

  void add_polling(const PollingLoop& loop) {
    const CallPlace place = place_of(loop.first);
    const auto [at, fresh] =
        polling_.try_emplace({place.name, place.op, place.source}, out_.polling.size());
    if (fresh) {
      PollingSite& site = out_.polling.emplace_back();
      site.call = place.name;
      site.op = place.op;
      site.source = place.source;
    }
    PollingSite& site = out_.polling[at->second];
    const Ns length_ns = length_of(loop.range);
    if (fresh || length_ns > site.max_ns) {
      site.max_ns = length_ns;
      site.longest = loop.first;
    }
    ++site.loops;
    site.calls += loop.calls;
    site.total_ns = saturating_add(site.total_ns, length_ns);
  }

  static void keep_costliest(std::vector<SyncLoss>& calls) {
    std::ranges::stable_sort(calls, std::greater<>(), &SyncLoss::lost_ns);
    if (calls.size() <= kMostCostlyCalls) return;
    calls.resize(kMostCostlyCalls);
    calls.shrink_to_fit();
  }

  void sort() {
    for (SyncSite& site : out_.sites) keep_costliest(site.costliest);
    std::ranges::sort(out_.calls, [](const SyncCall& a, const SyncCall& b) {
      return std::tuple(a.range.begin_ns, a.event) < std::tuple(b.range.begin_ns, b.event);
    });
    const auto names = [&](const auto& site) {
      return std::tuple(snapshot_.text(site.call), snapshot_.text(site.op),
                        snapshot_.text(site.source));
    };
    std::ranges::sort(out_.sites, [&](const SyncSite& a, const SyncSite& b) {
      if (a.cost.lost_upper_ns != b.cost.lost_upper_ns) {
        return a.cost.lost_upper_ns > b.cost.lost_upper_ns;
      }
      return a.cost.wait_ns != b.cost.wait_ns ? a.cost.wait_ns > b.cost.wait_ns
                                              : names(a) < names(b);
    });
    std::ranges::sort(out_.polling, [&](const PollingSite& a, const PollingSite& b) {
      return a.total_ns != b.total_ns ? a.total_ns > b.total_ns : names(a) < names(b);
    });
  }

  const AnalysisResults& in_;
  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  std::shared_ptr<const HostActivities> activities_;
  HostActivityCursors threads_;
  BlockingCalls found_;
  std::shared_ptr<const DeviceTimelines> timelines_;
  DeviceRecord work_;
  StartUp start_up_;
  std::shared_ptr<const IdleTime> idle_;
  WaitExposure exposure_;
  std::unordered_map<EventId, Drained> drained_;  // by call
  std::map<std::tuple<StringId, StringId, StringId, SyncKind>, std::size_t> sites_;
  std::map<std::tuple<StringId, StringId, StringId>, std::size_t> polling_;
  SyncStalls out_;
};

}  // namespace

std::string_view sync_kind_name(SyncKind kind) {
  return kKindNames[static_cast<std::size_t>(kind)];
}

void SyncCost::add(const SyncCost& other) {
  wait_ns = saturating_add(wait_ns, other.wait_ns);
  useful_ns = saturating_add(useful_ns, other.useful_ns);
  exposed_ns = saturating_add(exposed_ns, other.exposed_ns);
  drained_ns = saturating_add(drained_ns, other.drained_ns);
  lost_lower_ns = saturating_add(lost_lower_ns, other.lost_lower_ns);
  lost_upper_ns = saturating_add(lost_upper_ns, other.lost_upper_ns);
  lost_inside_ns = saturating_add(lost_inside_ns, other.lost_inside_ns);
}

SyncStalls analyse_sync(const AnalysisResults& in) {
  return SyncFinder(in).run();
}

}  // namespace lanescope
