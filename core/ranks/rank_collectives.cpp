#include "core/ranks/rank_collectives.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/analysis/comm/collective.h"
#include "core/analysis/comm/collective_arguments.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/ops/ops.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

/// What the arguments say about a kernel.
struct Described {
  Collective collective;
  std::optional<std::int64_t> sequence;
  std::string pair;  // for point-to-point messages: "1 to 3"
};

/// Sequence numbers of point-to-point messages are local to each rank (ProcessGroupNCCL's seqP2P_),
/// so the messages of each pair of ranks are counted instead.
Described described(const CollectiveDescription& one, std::optional<std::int64_t> sequence) {
  Described out{one.collective, {}, {}};
  if (!is_message(out.collective.name)) {
    out.sequence = sequence;
  } else if (!one.source.empty() && !one.target.empty()) {
    out.pair = one.source + " to " + one.target;
  }
  return out;
}

class CollectiveReader {
 public:
  explicit CollectiveReader(const RankTrace& trace)
      : trace_(trace),
        snapshot_(trace.results.trace),
        steps_(trace.results.of<StepRanges>()->steps) {}

  RankCollectives run() {
    out_.rank = trace_.rank;
    out_.base_ns = snapshot_.info.base_ns.value_or(0);
    out_.extent = snapshot_.slices_extent;
    for (const StepRange& step : steps_) {
      out_.steps.push_back({std::string(snapshot_.text(step.name)), length_of(step.range)});
    }
    AnalysisWindow everything = whole_window();
    everything.device = trace_.results.window.device;
    const auto timelines = trace_.results.about(everything).of<DeviceTimelines>();
    std::int64_t device = 0;
    for (const DeviceTimeline& timeline : timelines->devices) {
      if (add_device(timeline, device)) ++device;
    }
    if (timelines->devices.empty()) add_host();
    describe();
    for (std::size_t i = 0; i < out_.collectives.size(); ++i) name(i);
    const auto begin_of = [](const RankCollective& one) { return one.range.begin_ns; };
    if (!std::ranges::is_sorted(out_.collectives, {}, begin_of))
      std::ranges::stable_sort(out_.collectives, {}, begin_of);
    return std::move(out_);
  }

 private:
  struct Origin {
    StringId name;
    TrackId track;
    std::int64_t device;  // index among those that communicate
  };

  /// False if the device does not communicate.
  bool add_device(const DeviceTimeline& timeline, std::int64_t number) {
    const std::size_t before = out_.collectives.size();
    for (const TimelineEvent& event : timeline.events) {
      if (event.gpu_class != GpuClass::Communication) continue;
      add(event.event, event.link, event.range, timeline.device);
      origins_.push_back({event.name, event.track, number});
    }
    return out_.collectives.size() != before;
  }

  /// In the order of their calls, which is the same on all ranks; each may run on any thread.
  void add_host() {
    struct OnHost {
      TimeRange range;
      EventId event;
      Origin origin;
    };
    std::vector<OnHost> found;
    for_each_slice(
        snapshot_, TrackKind::CpuThread,
        [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
          const CategoryKind kind = snapshot_.kind_of(chunk.category[slice]);
          if (kind != CategoryKind::UserAnnotation && kind != CategoryKind::CpuOp) return;
          const StringId name = chunk.name[slice];
          if (is_host_collective(snapshot_.text(name)))
            found.push_back({chunk.range(slice), chunk.id_of(slice), {name, track.id, 0}});
        });
    std::ranges::stable_sort(found, {}, [](const OnHost& one) { return one.range.begin_ns; });
    for (const OnHost& one : found) {
      add(one.event, EventId::None, one.range, -1);
      origins_.push_back(one.origin);
    }
  }

  void add(EventId event, EventId link, TimeRange range, std::int64_t device) {
    RankCollective& one = out_.collectives.emplace_back();
    one.event = event;
    one.range = range;
    one.device = device;
    one.counts = admits_gpu_event(snapshot_, trace_.results.window, range.begin_ns, link);
    one.step = step_of_gpu_event(snapshot_, steps_, range.begin_ns, link);
    kernels_.push_back({event, link});
  }

  void describe() {
    described_.resize(kernels_.size());
    out_.arguments_read = look_up_collectives(
        trace_.results, kernels_,
        [&](std::size_t i, const CollectiveDescription& one, std::optional<std::int64_t> sequence) {
          described_[i] = described(one, sequence);
        });
  }

  void name(std::size_t i) {
    RankCollective& one = out_.collectives[i];
    CollectiveGroup group;
    group.device = origins_[i].device;
    std::string kind;
    if (described_[i]) {
      const Described& known = *described_[i];
      kind = known.collective.name;
      one.bytes = known.collective.bytes;
      one.bus_factor = bus_factor(kind, known.collective.group_size.value_or(0));
      group.has_sequence = known.sequence.has_value();
      group.ranks = known.collective.ranks;
      group.name = known.collective.group;
      if (!group.has_sequence) {
        group.name += (group.name.empty() ? "" : " · ") +
                      (known.pair.empty() ? kind : "message " + known.pair);
      }
    } else {
      kind = family_of(origins_[i].name);
      group.name = kind;
      if (one.device >= 0) group.stream = snapshot_.tracks[index_of(origins_[i].track)].stream;
    }
    one.kind = number_of(kind, kinds_, out_.kinds);
    one.group = group_number(std::move(group));
    number(one, described_[i] ? described_[i]->sequence : std::nullopt);
  }

  const std::string& family_of(StringId name) {
    const auto [at, fresh] = families_.try_emplace(name);
    if (fresh) at->second = collective_family(snapshot_.text(name));
    return at->second;
  }

  void number(RankCollective& one, std::optional<std::int64_t> sequence) {
    if (sequence) {
      one.index = *sequence;
      one.repeat = repeats_[{one.group, *sequence}]++;
    } else {
      one.index = counts_[one.group]++;
    }
  }

  static std::uint32_t number_of(const std::string& kind,
                                 std::map<std::string, std::uint32_t>& known,
                                 std::vector<std::string>& kinds) {
    const auto [at, fresh] = known.try_emplace(kind, static_cast<std::uint32_t>(kinds.size()));
    if (fresh) kinds.push_back(kind);
    return at->second;
  }

  std::uint32_t group_number(CollectiveGroup group) {
    const GroupKey key{group.name, group.ranks, group.stream, group.device, group.has_sequence};
    const auto [at, fresh] =
        groups_.try_emplace(key, static_cast<std::uint32_t>(out_.groups.size()));
    if (fresh) out_.groups.push_back(std::move(group));
    return at->second;
  }

  using GroupKey = std::tuple<std::string, std::string, std::int64_t, std::int64_t, bool>;

  const RankTrace& trace_;
  const Snapshot& snapshot_;
  std::vector<StepRange> steps_;
  std::vector<CollectiveKernel> kernels_;
  std::vector<Origin> origins_;
  std::vector<std::optional<Described>> described_;
  std::map<StringId, std::string> families_;
  std::map<GroupKey, std::uint32_t> groups_;
  std::map<std::string, std::uint32_t> kinds_;
  std::map<std::uint32_t, std::int64_t> counts_;
  std::map<std::pair<std::uint32_t, std::int64_t>, std::uint32_t> repeats_;
  RankCollectives out_;
};

}  // namespace

std::string_view collective_family(std::string_view kernel_name) {
  constexpr std::string_view kReturns = "void ";
  if (kernel_name.starts_with(kReturns)) kernel_name.remove_prefix(kReturns.size());
  kernel_name = kernel_name.substr(0, kernel_name.find_first_of("(<"));
  for (const std::string_view prefix :
       {"ncclDevKernel_", "ncclKernel_", "rcclDevKernel_", "mscclKernel_"}) {
    if (!kernel_name.starts_with(prefix)) continue;
    const std::string_view rest = kernel_name.substr(prefix.size());
    const std::string_view family = rest.substr(0, rest.find('_'));
    return family.empty() ? kernel_name : family;
  }
  return kernel_name;
}

bool is_message(std::string_view kind) {
  return kind == "send" || kind == "recv";
}

RankCollectives rank_collectives(const RankTrace& trace) {
  return CollectiveReader(trace).run();
}

}  // namespace lanescope
