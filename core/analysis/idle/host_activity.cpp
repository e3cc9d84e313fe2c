#include "core/analysis/idle/host_activity.h"

#include <array>

#include "core/analysis/events/loop_steps.h"
#include "core/analysis/host/call_class.h"
#include "core/analysis/host/python_frame.h"
#include "core/analysis/ops/ops.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kIdleClasses + 1> kClassNames = {
    "sync",           "allocation",  "runtime",         "data_loading",
    "cpu_op",         "python",      "annotation_only", "untraced",
    "launch_latency", "device_wait", "unlinked",        "paused"};

bool loads_data(std::string_view name) {
  const bool loader = name.find("DataLoader") != std::string_view::npos &&
                      name.find("__next__") != std::string_view::npos;
  return loader || name.starts_with("enumerate(DataPipe)");
}

IdleClass class_of_call(std::string_view name) {
  switch (classify_host_call(name)) {
    case HostCallClass::Synchronize:
      return IdleClass::Sync;
    case HostCallClass::Allocate:
      return IdleClass::Allocation;
    case HostCallClass::Other:
      break;
  }
  return IdleClass::Runtime;
}

}  // namespace

/// Walks a thread's events in time order with a stack per class. An event that ended below one that
/// is still running is only popped once it is on top; this does not affect which classes are
/// present or which event is innermost.
class HostSweep {
 public:
  HostSweep(const Snapshot& snapshot, HostActivities& classes, const TrackChunk& chunk)
      : snapshot_(snapshot), classes_(classes), chunk_(chunk) {
    found_.first_id_ = chunk.first_id;
  }

  HostActivity run() {
    for (std::uint32_t i = 0; i < chunk_.size(); ++i) {
      const std::uint32_t slice = chunk_.in_time_order(i);
      const CategoryKind kind = snapshot_.kind_of(chunk_.category[slice]);
      if (!is_host(kind) || kind == CategoryKind::CpuInstant) continue;
      advance(chunk_.start_ns[slice]);
      if (kind == CategoryKind::PythonFunction) find_source(slice);
      stack(classes_.class_of(kind, chunk_.name[slice])).push_back(slice);
    }
    advance(kMaxNs);
    return std::move(found_);
  }

 private:
  static constexpr std::size_t kStacks = 7;  // Sync to AnnotationOnly
  using Stack = std::vector<std::uint32_t>;

  Stack& stack(IdleClass what) { return stacks_[static_cast<std::size_t>(what)]; }
  [[nodiscard]] EventId top(IdleClass what) const {
    const Stack& open = stacks_[static_cast<std::size_t>(what)];
    return open.empty() ? EventId::None : chunk_.id_of(open.back());
  }

  /// Adds the segments from now until `until_ns`.
  void advance(Ns until_ns) {
    while (now_ns_ < until_ns) {
      const Ns next_ns = close_ended();
      add_segment();
      now_ns_ = std::min(next_ns, until_ns);
    }
  }

  /// Pops events that have ended; returns the earliest end among the tops.
  Ns close_ended() {
    Ns next_ns = kMaxNs;
    for (Stack& open : stacks_) {
      while (!open.empty() && chunk_.end_ns(open.back()) <= now_ns_) open.pop_back();
      if (!open.empty()) next_ns = std::min(next_ns, chunk_.end_ns(open.back()));
    }
    return next_ns;
  }

  void add_segment() {
    HostSegment segment;
    segment.begin_ns = now_ns_;
    std::size_t what = 0;
    while (what < kStacks && stacks_[what].empty()) ++what;
    segment.what = static_cast<IdleClass>(what);
    if (what < kStacks) segment.cause = top(segment.what);
    segment.frame = top(IdleClass::Python);
    segment.culprit = culprit(segment.cause);
    const HostSegment& last = found_.segments_.back();
    if (last.begin_ns == now_ns_) {
      found_.segments_.back() = segment;
    } else if (last.what != segment.what || last.cause != segment.cause ||
               last.culprit != segment.culprit || last.frame != segment.frame) {
      found_.segments_.push_back(segment);
    }
  }

  [[nodiscard]] EventId culprit(EventId cause) const {
    for (const IdleClass what : {IdleClass::CpuOp, IdleClass::Python}) {
      if (const EventId event = top(what); event != EventId::None) return event;
    }
    const EventId range = innermost(top(IdleClass::AnnotationOnly), top(IdleClass::DataLoading));
    return range == EventId::None ? cause : range;
  }
  /// Of two open events, the one that began last.
  [[nodiscard]] EventId innermost(EventId a, EventId b) const {
    if (a == EventId::None || b == EventId::None) return a == EventId::None ? b : a;
    return start_of(a) > start_of(b) ? a : b;
  }
  [[nodiscard]] Ns start_of(EventId event) const {
    return chunk_.start_ns[index_of(event) - index_of(chunk_.first_id)];
  }

  /// Frames are visited before the frames they call.
  void find_source(std::uint32_t slice) {
    if (found_.sources_.empty()) found_.sources_.resize(chunk_.size(), EventId::None);
    const EventId around = found_.source_of(chunk_.link[slice]);
    const bool own = around == EventId::None || rank_of(chunk_.id_of(slice)) >= rank_of(around);
    found_.sources_[slice] = own ? chunk_.id_of(slice) : around;
  }
  HostActivities::FrameRank rank_of(EventId frame) {
    return classes_.rank_of(chunk_.name[index_of(frame) - index_of(chunk_.first_id)]);
  }

  const Snapshot& snapshot_;
  HostActivities& classes_;
  const TrackChunk& chunk_;
  HostActivity found_;
  std::array<Stack, kStacks> stacks_;
  Ns now_ns_ = kMinNs;
};

std::string_view idle_class_name(IdleClass idle_class) {
  return kClassNames[static_cast<std::size_t>(idle_class)];
}

std::size_t HostActivity::at(Ns time_ns) const {
  const auto after =
      std::upper_bound(segments_.begin() + 1, segments_.end(), time_ns,
                       [](Ns time, const HostSegment& one) { return time < one.begin_ns; });
  return static_cast<std::size_t>(after - segments_.begin()) - 1;
}

EventId HostActivity::source_of(EventId frame) const {
  const std::uint32_t slice = index_of(frame) - index_of(first_id_);
  return slice < sources_.size() ? sources_[slice] : EventId::None;
}

HostActivities::HostActivities(const Snapshot& snapshot)
    : snapshot_(snapshot), names_(snapshot.strings->size()), of_track_(snapshot.tracks.size()) {
  if (snapshot.steps.empty()) return;
  if (const auto step = snapshot.find_slice(loop_steps(snapshot).steps.front().event)) {
    step_thread_ = step->track->id;
  }
}

const HostActivity& HostActivities::of(TrackId track) {
  static const HostActivity nothing;
  if (index_of(track) >= snapshot_.tracks.size()) return nothing;
  const Track& thread = snapshot_.tracks[index_of(track)];
  if (thread.kind != TrackKind::CpuThread || thread.chunks.empty()) return nothing;
  auto& known = of_track_[index_of(track)];
  if (!known) {
    known = std::make_unique<const HostActivity>(
        HostSweep(snapshot_, *this, *thread.chunks.front()).run());
  }
  return *known;
}

IdleClass HostActivities::class_of(CategoryKind kind, StringId name) {
  NameFacts& facts = names_[index_of(name)];
  if (!facts.known) {
    const std::string_view text = snapshot_.text(name);
    facts.known = true;
    facts.loads_data = loads_data(text);
    facts.annotation = is_annotation_name(text);
    facts.call = class_of_call(text);
  }
  if (kind == CategoryKind::HostCall) return facts.call;
  if (facts.loads_data) return IdleClass::DataLoading;
  if (kind == CategoryKind::CpuOp && !facts.annotation) return IdleClass::CpuOp;
  return kind == CategoryKind::PythonFunction ? IdleClass::Python : IdleClass::AnnotationOnly;
}

HostActivities::FrameRank HostActivities::rank_of(StringId frame) {
  FrameRank& rank = names_[index_of(frame)].rank;
  if (rank == FrameRank::Unknown) {
    const DetailsFrame parsed = parse_python_frame(snapshot_.text(frame));
    rank = parsed.user           ? FrameRank::User
           : parsed.file.empty() ? FrameRank::BuiltIn
                                 : FrameRank::Library;
  }
  return rank;
}

}  // namespace lanescope
