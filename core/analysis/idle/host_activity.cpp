#include "core/analysis/idle/host_activity.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/analysis/events/launch_call.h"
#include "core/analysis/events/loop_steps.h"
#include "core/analysis/host/call_class.h"
#include "core/analysis/host/python_frame.h"
#include "core/analysis/idle/program_thread.h"
#include "core/analysis/ops/ops.h"
#include "core/base/threads/parallel.h"
#include "core/store/each_slice.h"

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
    default:
      return IdleClass::Runtime;
  }
}

}  // namespace

/// Walks a thread's events in time order with a stack per class. An event that ended below one that
/// is still running is only popped once it is on top; this does not affect which classes are
/// present or which event is innermost.
class HostSweep {
 public:
  HostSweep(const Snapshot& snapshot, const HostActivities& classes, const TrackChunk& chunk)
      : snapshot_(snapshot), classes_(classes), chunk_(chunk) {}

  HostActivity run() {
    found_.first_id_ = chunk_.first_id;
    // Each slice begins one and ends one at most.
    found_.segments_ = HostSegments(2 * std::size_t{chunk_.size()} + 1);
    for (std::uint32_t i = 0; i < chunk_.size(); ++i) {
      const std::uint32_t slice = chunk_.in_time_order(i);
      const CategoryKind kind = snapshot_.kind_of(chunk_.category[slice]);
      if (!is_host(kind) || kind == CategoryKind::CpuInstant) continue;
      advance(chunk_.start_ns[slice]);
      if (kind == CategoryKind::PythonFunction) find_source(slice);
      open(classes_.class_of(kind, chunk_.name[slice]), slice);
    }
    advance(kMaxNs);
    return std::move(found_);
  }
  /// Of a thread without events.
  static HostActivity nothing() {
    HostActivity found;
    found.segments_ = HostSegments(1);
    found.segments_.add({});
    return found;
  }

 private:
  static constexpr std::size_t kStacks = 7;  // Sync to AnnotationOnly
  static constexpr unsigned kUntraced = 1U << kStacks;
  struct Open {
    EventId event = EventId::None;
    Ns end_ns = kMaxNs;
  };

  void open(IdleClass what, std::uint32_t slice) {
    const auto of = static_cast<std::size_t>(what);
    if ((open_ >> of & 1U) != 0) below_[of].push_back(tops_[of]);
    tops_[of] = {chunk_.id_of(slice), chunk_.end_ns(slice)};
    open_ |= 1U << of;
    next_end_ns_ = std::min(next_end_ns_, tops_[of].end_ns);
  }
  [[nodiscard]] EventId top(IdleClass what) const {
    return tops_[static_cast<std::size_t>(what)].event;
  }

  /// Adds the segments from now until `until_ns`. Inlined, with what it calls: it takes most of the
  /// time.
  [[gnu::always_inline]] void advance(Ns until_ns) {
    while (now_ns_ < until_ns) {
      if (next_end_ns_ <= now_ns_) close_ended();
      add_segment();
      now_ns_ = std::min(next_end_ns_, until_ns);
    }
  }

  /// Pops events that have ended.
  void close_ended() {
    Ns next_ns = kMaxNs;
    for (unsigned left = open_ & ~kUntraced; left != 0; left &= left - 1) {
      const auto of = static_cast<std::size_t>(std::countr_zero(left));
      if (tops_[of].end_ns <= now_ns_) pop(of);
      next_ns = std::min(next_ns, tops_[of].end_ns);
    }
    next_end_ns_ = next_ns;
  }
  void pop(std::size_t of) {
    std::vector<Open>& below = below_[of];
    while (!below.empty() && below.back().end_ns <= now_ns_) below.pop_back();
    if (below.empty()) {
      tops_[of] = {};
      open_ &= ~(1U << of);
    } else {
      tops_[of] = below.back();
      below.pop_back();
    }
  }

  [[gnu::always_inline]] void add_segment() {
    const int what = std::countr_zero(open_);
    const EventId cause = tops_[static_cast<std::size_t>(what)].event;
    found_.segments_.add(
        {now_ns_, cause, culprit(cause), top(IdleClass::Python), static_cast<IdleClass>(what)});
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
    if (found_.sources_.empty()) {
      found_.sources_ = Column<EventId>(chunk_.size());
      std::ranges::fill(found_.sources_.span(), EventId::None);
    }
    const EventId around = found_.source_of(chunk_.link[slice]);
    const bool own = around == EventId::None || rank_of(chunk_.id_of(slice)) >= rank_of(around);
    found_.sources_[slice] = own ? chunk_.id_of(slice) : around;
  }
  [[nodiscard]] HostActivities::FrameRank rank_of(EventId frame) const {
    return classes_.rank_of(chunk_.name[index_of(frame) - index_of(chunk_.first_id)]);
  }

  const Snapshot& snapshot_;
  const HostActivities& classes_;
  const TrackChunk& chunk_;
  HostActivity found_;
  // Of each class, the events that are open: the last one, none if nothing is, and those below it.
  // None of Untraced, which is always open.
  std::array<Open, kStacks + 1> tops_;
  std::array<std::vector<Open>, kStacks> below_;
  unsigned open_ = kUntraced;  // the classes, as bits
  Ns now_ns_ = kMinNs;
  Ns next_end_ns_ = kMaxNs;  // none of those on top ends before
};

namespace {

/// The threads that launched GPU work, as far as a look at some of it tells.
std::vector<TrackId> launching_threads(const Snapshot& snapshot) {
  constexpr std::uint32_t kLooks = 64;
  std::vector<TrackId> threads;
  for_each_chunk(snapshot, TrackKind::GpuStream, [&](const Track&, const TrackChunk& chunk) {
    const std::uint32_t step = std::max(1U, chunk.size() / kLooks);
    for (std::uint32_t slice = 0; slice < chunk.size(); slice += step) {
      const auto call = find_launch_call(snapshot, chunk.link[slice]);
      if (call && std::ranges::find(threads, call->track) == threads.end())
        threads.push_back(call->track);
    }
  });
  return threads;
}

}  // namespace

std::string_view idle_class_name(IdleClass idle_class) {
  return kClassNames[static_cast<std::size_t>(idle_class)];
}

HostActivities::HostActivities(const Snapshot& snapshot)
    : snapshot_(&snapshot),
      names_(snapshot.strings->size()),
      of_track_(std::make_unique<Thread[]>(snapshot.tracks.size())) {
  std::vector<TrackId> threads = launching_threads(snapshot);
  const auto step = snapshot.steps.empty()
                        ? std::nullopt
                        : snapshot.find_slice(loop_steps(snapshot).steps.front().event);
  if (step && step->track->kind == TrackKind::CpuThread) {
    threads.push_back(step_thread_ = step->track->id);
  } else if (const TrackId program = program_thread(snapshot, threads); program != TrackId::None) {
    threads.push_back(step_thread_ = program);
  }
  // Idle time, the critical path and waits all look at these.
  parallel_for(threads.size(), hardware_threads(),
               [&](std::size_t i, unsigned) { static_cast<void>(of(threads[i])); });
}

const HostActivity& HostActivities::of(TrackId track) const {
  static const HostActivity nothing = HostSweep::nothing();
  if (index_of(track) >= snapshot_->tracks.size()) return nothing;
  const Track& thread = snapshot_->tracks[index_of(track)];
  if (thread.kind != TrackKind::CpuThread || thread.chunks.empty()) return nothing;
  Thread& known = of_track_[index_of(track)];
  std::call_once(known.found, [&] {
    known.activity = HostSweep(*snapshot_, *this, *thread.chunks.front()).run();
  });
  return known.activity;
}

unsigned HostActivities::classes_of_name(std::string_view name) {
  unsigned classes = 0;
  const auto add = [&](unsigned shift, IdleClass what) {
    classes |= static_cast<unsigned>(what) << shift;
  };
  add(kCallShift, class_of_call(name));
  if (loads_data(name)) {
    for (const unsigned shift : {kOpShift, kPythonShift, kOtherShift})
      add(shift, IdleClass::DataLoading);
    return classes;
  }
  const bool waits = is_result_wait(name);
  add(kOpShift, waits                      ? IdleClass::Sync
                : is_annotation_name(name) ? IdleClass::AnnotationOnly
                                           : IdleClass::CpuOp);
  add(kPythonShift, waits ? IdleClass::Sync : IdleClass::Python);
  add(kOtherShift, IdleClass::AnnotationOnly);
  return classes;
}

unsigned HostActivities::classify(StringId name) const {
  const unsigned facts = kClassified | classes_of_name(snapshot_->text(name));
  return facts | names_[index_of(name)].fetch_or(static_cast<std::uint16_t>(facts),
                                                 std::memory_order_relaxed);
}

unsigned HostActivities::rank(StringId frame) const {
  const DetailsFrame parsed = parse_python_frame(snapshot_->text(frame));
  const FrameRank rank = parsed.user           ? FrameRank::User
                         : parsed.file.empty() ? FrameRank::BuiltIn
                                               : FrameRank::Library;
  const unsigned facts = static_cast<unsigned>(rank) << kRankShift;
  return facts | names_[index_of(frame)].fetch_or(static_cast<std::uint16_t>(facts),
                                                  std::memory_order_relaxed);
}

}  // namespace lanescope
