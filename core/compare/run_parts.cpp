#include "core/compare/run_parts.h"

#include <algorithm>
#include <array>
#include <compare>
#include <memory>
#include <optional>
#include <unordered_map>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/host/graph_origins.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/host_activity.h"
#include "core/analysis/idle/idle.h"
#include "core/compare/owned_time.h"
#include "core/compare/part_names.h"

namespace lanescope {
namespace {

/// Visits the samples that overlap a range, with the overlap.
template <typename Visit>
void visit_samples(const std::vector<RunSample>& samples, TimeRange range, const Visit& visit) {
  auto at = std::ranges::upper_bound(samples, range.begin_ns, {},
                                     [](const RunSample& sample) { return sample.range.end_ns; });
  for (; at != samples.end() && at->range.begin_ns < range.end_ns; ++at) {
    const TimeRange common{std::max(range.begin_ns, at->range.begin_ns),
                           std::min(range.end_ns, at->range.end_ns)};
    if (!common.empty()) visit(static_cast<std::size_t>(at - samples.begin()), common);
  }
}

/// The idle pieces of a device, one after the other.
class IdleWalk {
 public:
  explicit IdleWalk(const IdleDevice& device) : device_(device) { look(); }

  /// nullopt after the last one.
  [[nodiscard]] const std::optional<IdlePiece>& piece() const { return piece_; }
  void next() {
    ++at_;
    look();
  }

 private:
  void look() {
    piece_.reset();
    for (; gap_ < device_.gaps.size(); ++gap_, at_ = 0) {
      const GapPieces pieces = device_.pieces_of(device_.gaps[gap_]);
      if (at_ >= pieces.size()) continue;
      piece_ = pieces[at_];
      return;
    }
  }

  const IdleDevice& device_;
  std::size_t gap_ = 0, at_ = 0;
  std::optional<IdlePiece> piece_;
};

/// The sample in which something is launched.
std::optional<std::size_t> sample_of_launch(const std::vector<RunSample>& samples, Ns time_ns) {
  const auto at = std::ranges::upper_bound(
      samples, time_ns, {}, [](const RunSample& sample) { return sample.launches.end_ns; });
  if (at == samples.end() || !at->launches.contains(time_ns)) return std::nullopt;
  return static_cast<std::size_t>(at - samples.begin());
}

class PartsFinder {
 public:
  PartsFinder(const PartsInput& in, PartLevel level)
      : in_(in),
        samples_(in.samples.samples),
        pauses_(recording_pauses(in.results.trace)),
        graphs_(in.results.of<GraphOrigins>()) {
    found_.level = level;
    found_.of_gpu = in.of_gpu;
    for (std::vector<Ns>& idle : found_.idle_ns) idle.resize(samples_.size());
    found_.idle_example.fill(EventId::None);
    found_.busy_ns.resize(samples_.size());
    found_.paused_ns.resize(samples_.size());
  }

  RunParts find() {
    if (samples_.empty()) return std::move(found_);
    if (in_.of_gpu) {
      own_gpu_time();
    } else {
      own_host_time();
    }
    PartsOfOwners named = name_parts(in_, found_.level, owners_, *graphs_);
    found_.parts = std::move(named.parts);
    found_.shapes_left_out = named.shapes_left_out;
    fill(named.of);
    if (found_.gpus > 1) average_gpus();
    for (std::size_t i = 0; i < samples_.size(); ++i)
      found_.recorded_ns.push_back(samples_[i].range.length_ns() - found_.paused_ns[i]);
    return std::move(found_);
  }

 private:
  // On the GPU.

  /// Each GPU is divided on its own: what runs on one hides nothing that runs on another.
  void own_gpu_time() {
    const auto timelines = in_.results.about(whole_window()).of<DeviceTimelines>();
    const std::vector<DeviceTimeline>& devices = timelines->devices;
    const UnknownTimes unknown(in_.results.trace);
    AnalysisWindow window = range_window(extent());
    if (devices.size() == 1) window.device = devices.front().device;
    const auto idle = in_.results.about(window).of<IdleTime>();
    for (const DeviceTimeline& device : devices) {
      const auto first_owner = static_cast<std::uint32_t>(owners_.size());
      const std::vector<OwnedTime> owned = owned_times(device.events, first_owner);
      for (const TimelineEvent& event : device.events) owners_.push_back(owner_of(event));
      if (!reaches_samples(owned)) continue;
      ++found_.gpus;
      pauses_ = unknown.of(device.device);
      add_gpu_idle(owned, *idle, device.device);
      owned_.insert(owned_.end(), owned.begin(), owned.end());
    }
    if (found_.gpus != 0) return;
    found_.gpus = 1;
    add_gpu_idle({}, *idle, devices.empty() ? -1 : devices.front().device);
  }

  [[nodiscard]] TimeRange extent() const {
    return {samples_.front().range.begin_ns, samples_.back().range.end_ns};
  }

  /// Whether a GPU did anything from the first to the last sample.
  [[nodiscard]] bool reaches_samples(const std::vector<OwnedTime>& owned) const {
    const TimeRange all = extent();
    return std::ranges::any_of(owned, [&](const OwnedTime& one) {
      return one.range.begin_ns < all.end_ns && one.range.end_ns > all.begin_ns;
    });
  }

  [[nodiscard]] PartOwner owner_of(const TimelineEvent& event) const {
    PartOwner owner;
    owner.event = event.event;
    owner.op = innermost_op(in_.results.trace, event.link);
    if (const auto* const node = graphs_->find(event.event)) note_capture(*node, owner);
    owner.name = event.name;
    const auto launch = in_.results.trace.find_slice(event.link);
    owner.launched_ns = launch ? launch->chunk->start_ns[launch->slice] : event.range.begin_ns;
    owner.dur_ns = length_of(event.range);
    return owner;
  }

  /// Work of a CUDA graph is of the operator that was captured, if there is one.
  void note_capture(const GraphOrigins::Node& node, PartOwner& owner) const {
    const GraphSite& site = graphs_->site_of(node);
    const EventId captured = innermost_op(in_.results.trace, site.launch);
    if (captured != EventId::None) owner.op = captured;
    if (site.launch == EventId::None && !(site.ops.empty() && site.modules.empty()))
      owner.site = &site;
  }

  /// Adds the time of a GPU without an owner, by its idle classes.
  void add_gpu_idle(const std::vector<OwnedTime>& owned, const IdleTime& idle,
                    std::int64_t device) {
    static const IdleDevice none;
    const auto at = std::ranges::find(idle.devices, device, &IdleDevice::device);
    IdleWalk pieces(at == idle.devices.end() ? none : *at);
    Ns from_ns = kMinNs;
    const auto add_until = [&](Ns until_ns) {
      if (until_ns > from_ns) add_idle({from_ns, until_ns}, pieces);
    };
    for (const OwnedTime& one : owned) {
      add_until(one.range.begin_ns);
      from_ns = one.range.end_ns;
    }
    add_until(kMaxNs);
  }

  void add_idle(TimeRange range, IdleWalk& pieces) {
    while (!range.empty()) {
      while (pieces.piece() && pieces.piece()->range.end_ns <= range.begin_ns) pieces.next();
      const auto& piece = pieces.piece();
      const bool known = piece && piece->range.begin_ns <= range.begin_ns;
      Ns end_ns = range.end_ns;
      if (piece) {
        end_ns = std::min(end_ns, known ? piece->range.end_ns : piece->range.begin_ns);
      }
      const TimeRange stretch{range.begin_ns, end_ns};
      if (known) {
        count_idle(stretch, piece->what, blamed(piece->culprit, piece->cause));
      } else {
        count_idle(stretch, IdleClass::Untraced, EventId::None);
      }
      range.begin_ns = end_ns;
    }
  }

  /// Prefers the cause, such as a data loader or a call, to the operator in or around it.
  static EventId blamed(EventId culprit, EventId cause) {
    return cause != EventId::None ? cause : culprit;
  }

  /// Time during a pause of the recording is not counted as idle.
  void count_idle(TimeRange range, IdleClass what, EventId culprit) {
    auto pause = std::ranges::lower_bound(pauses_, range.begin_ns, {}, &TimeRange::end_ns);
    for (; pause != pauses_.end() && pause->begin_ns < range.end_ns; ++pause) {
      if (pause->begin_ns > range.begin_ns)
        count_recorded({range.begin_ns, pause->begin_ns}, what, culprit);
      range.begin_ns = std::max(range.begin_ns, pause->begin_ns);
      const TimeRange paused{range.begin_ns, std::min(pause->end_ns, range.end_ns)};
      visit_samples(samples_, paused, [&](std::size_t sample, TimeRange common) {
        found_.paused_ns[sample] += common.length_ns();
      });
      range.begin_ns = paused.end_ns;
    }
    if (!range.empty()) count_recorded(range, what, culprit);
  }

  void count_recorded(TimeRange range, IdleClass what, EventId culprit) {
    if (what == IdleClass::Paused) what = IdleClass::Untraced;
    const auto of = static_cast<std::size_t>(what);
    visit_samples(samples_, range, [&](std::size_t sample, TimeRange common) {
      found_.idle_ns[of][sample] += common.length_ns();
      if (culprit == EventId::None || common.length_ns() <= longest_idle_ns_[of]) return;
      longest_idle_ns_[of] = common.length_ns();
      found_.idle_example[of] = culprit;
    });
  }

  // On the host.

  /// The thread of the samples, or else the one with the most slices.
  [[nodiscard]] TrackId host_thread() const {
    const auto at = in_.results.trace.find_slice(samples_.front().event);
    if (at) return at->track->id;
    TrackId busiest = TrackId::None;
    std::uint64_t most = 0;
    for (const Track& track : in_.results.trace.tracks) {
      if (track.kind != TrackKind::CpuThread || track.slices <= most) continue;
      most = track.slices;
      busiest = track.id;
    }
    return busiest;
  }

  void own_host_time() {
    const TrackId thread = host_thread();
    if (thread == TrackId::None) {
      for (const RunSample& sample : samples_)
        count_idle(sample.range, IdleClass::Untraced, EventId::None);
      return;
    }
    const auto activities = in_.results.of<HostActivities>();
    HostActivityCursor activity(activities->of(thread));
    std::unordered_map<EventId, std::uint32_t> owner_of_op;
    for (const RunSample& sample : samples_) {
      activity.visit(sample.range, [&](TimeRange range, const HostSegment& segment) {
        if (segment.what != IdleClass::CpuOp)
          return count_idle(range, segment.what, blamed(segment.culprit, segment.cause));
        const auto next = static_cast<std::uint32_t>(owners_.size());
        const auto [at, fresh] = owner_of_op.try_emplace(segment.culprit, next);
        if (fresh) owners_.push_back(owner_of_self(segment.culprit));
        owned_.push_back({range, at->second});
        owners_[at->second].dur_ns += range.length_ns();
      });
    }
  }

  [[nodiscard]] PartOwner owner_of_self(EventId op) const {
    const auto at = in_.results.trace.find_slice(op);
    PartOwner owner;
    owner.event = owner.op = op;
    owner.name = slice_name(in_.results.trace, op);
    owner.launched_ns = at ? at->chunk->start_ns[at->slice] : 0;
    return owner;
  }

  // From owners to parts.

  void fill(const std::vector<std::uint32_t>& part_of) {
    for (RunPart& part : found_.parts) {
      part.wall_ns.resize(samples_.size());
      part.sum_ns.resize(samples_.size());
      part.counts.resize(samples_.size());
    }
    for (const OwnedTime& owned : owned_) {
      RunPart& part = found_.parts[part_of[owned.owner]];
      visit_samples(samples_, owned.range, [&](std::size_t sample, TimeRange common) {
        part.wall_ns[sample] += common.length_ns();
        found_.busy_ns[sample] += common.length_ns();
      });
    }
    std::vector<Longest> longest(found_.parts.size());
    for (std::size_t i = 0; i < owners_.size(); ++i) {
      const PartOwner& owner = owners_[i];
      RunPart& part = found_.parts[part_of[i]];
      const auto sample = sample_of_launch(samples_, owner.launched_ns);
      if (sample) {
        part.sum_ns[*sample] = saturating_add(part.sum_ns[*sample], owner.dur_ns);
        ++part.counts[*sample];
        part.events.push_back(owner.event);
      }
      note_event(part, owner, {sample.has_value(), owner.dur_ns}, longest[part_of[i]]);
    }
    for (RunPart& part : found_.parts) std::ranges::sort(part.events);
    drop_parts_outside();
  }

  /// Makes means per GPU of sums over GPUs. What division loses goes to the largest value of the
  /// sample, so that the parts still add up.
  void average_gpus() {
    const auto gpus = static_cast<Ns>(found_.gpus);
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      Ns* largest = nullptr;
      Ns left = samples_[i].range.length_ns();
      const auto divide = [&](Ns& value_ns) {
        value_ns /= gpus;
        left -= value_ns;
        if (largest == nullptr || value_ns > *largest) largest = &value_ns;
      };
      for (RunPart& part : found_.parts) divide(part.wall_ns[i]);
      for (std::vector<Ns>& idle : found_.idle_ns) divide(idle[i]);
      divide(found_.paused_ns[i]);
      *largest += left;
      found_.busy_ns[i] = 0;
      for (const RunPart& part : found_.parts) found_.busy_ns[i] += part.wall_ns[i];
    }
  }

  /// Work launched within a sample is preferred to longer work outside.
  struct Longest {
    bool inside = false;
    Ns dur_ns = -1;
    friend auto operator<=>(const Longest&, const Longest&) = default;
  };

  void note_event(RunPart& part, const PartOwner& owner, Longest now, Longest& longest) const {
    if (now > longest) {
      longest = now;
      part.example = owner.event;
    }
    part.first_ns = std::min(part.first_ns, owner.launched_ns);
    if (part.kind != PartKind::Kernel) return;
    const bool of_site = owner.site != nullptr && !owner.site->ops.empty();
    const StringId op =
        of_site ? owner.site->ops.front().name : slice_name(in_.results.trace, owner.op);
    if (op == StringId::Empty) return;
    if (part.ops.size() < kMostOps && std::ranges::find(part.ops, op) == part.ops.end())
      part.ops.push_back(op);
  }

  /// Drops parts that neither ran nor were launched in any sample.
  void drop_parts_outside() {
    std::erase_if(found_.parts, [](const RunPart& part) {
      return std::ranges::all_of(part.counts, [](std::uint64_t count) { return count == 0; }) &&
             std::ranges::all_of(part.wall_ns, [](Ns wall_ns) { return wall_ns == 0; });
    });
  }

  static constexpr std::size_t kMostOps = 8;

  const PartsInput& in_;
  const std::vector<RunSample>& samples_;
  std::vector<TimeRange> pauses_;  // merged, by time
  std::shared_ptr<const GraphOrigins> graphs_;
  RunParts found_;
  std::array<Ns, kIdleClasses> longest_idle_ns_{};
  std::vector<PartOwner> owners_;
  std::vector<OwnedTime> owned_;  // by GPU, then by time; those of one do not overlap
};

}  // namespace

std::string_view part_level_name(PartLevel level) {
  constexpr std::array kNames = {"kernel", "op", "module"};
  return kNames[static_cast<std::size_t>(level)];
}

RunParts find_run_parts(const PartsInput& in, PartLevel level) {
  return PartsFinder(in, level).find();
}

}  // namespace lanescope
