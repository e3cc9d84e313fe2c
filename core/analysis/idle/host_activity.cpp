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

// The bits of HostActivities::names_.
constexpr std::uint8_t kClassified = 1, kLoadsData = 2, kAnnotation = 4, kSyncs = 8,
                       kAllocates = 16;
constexpr unsigned kRankShift = 5;
constexpr std::uint8_t kRankMask = 3U << kRankShift;
constexpr std::uint8_t kWaits = 128;

std::uint8_t facts_of_name(std::string_view name) {
  unsigned facts = kClassified;
  if (loads_data(name)) facts |= kLoadsData;
  if (is_annotation_name(name)) facts |= kAnnotation;
  const HostCallClass call = classify_host_call(name);
  if (call == HostCallClass::Synchronize) facts |= kSyncs;
  if (call == HostCallClass::Allocate) facts |= kAllocates;
  if (is_result_wait(name)) facts |= kWaits;
  return static_cast<std::uint8_t>(facts);
}

IdleClass class_of_call(std::uint8_t facts) {
  if ((facts & kSyncs) != 0) return IdleClass::Sync;
  return (facts & kAllocates) != 0 ? IdleClass::Allocation : IdleClass::Runtime;
}

}  // namespace

/// Walks a thread's events in time order with a stack per class. An event that ended below one that
/// is still running is only popped once it is on top; this does not affect which classes are
/// present or which event is innermost.
class HostSweep {
 public:
  HostSweep(const Snapshot& snapshot, const HostActivities& classes, const TrackChunk& chunk)
      : snapshot_(snapshot), classes_(classes), chunk_(chunk) {
    tops_.fill(EventId::None);
    top_ends_ns_.fill(kMaxNs);
  }

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
  struct Open {
    EventId event;
    Ns end_ns;
  };
  using Stack = std::vector<Open>;

  void open(IdleClass what, std::uint32_t slice) {
    const auto of = static_cast<std::size_t>(what);
    stacks_[of].push_back({chunk_.id_of(slice), chunk_.end_ns(slice)});
    on_top(of);
    next_end_ns_ = std::min(next_end_ns_, top_ends_ns_[of]);
  }
  /// Copies what is on top of a stack to where it is looked at for each segment.
  void on_top(std::size_t of) {
    const Stack& stack = stacks_[of];
    const unsigned bit = 1U << of;
    open_ = stack.empty() ? open_ & ~bit : open_ | bit;
    tops_[of] = stack.empty() ? EventId::None : stack.back().event;
    top_ends_ns_[of] = stack.empty() ? kMaxNs : stack.back().end_ns;
  }
  [[nodiscard]] EventId top(IdleClass what) const { return tops_[static_cast<std::size_t>(what)]; }

  /// Adds the segments from now until `until_ns`.
  void advance(Ns until_ns) {
    while (now_ns_ < until_ns) {
      if (next_end_ns_ <= now_ns_) close_ended();
      add_segment();
      now_ns_ = std::min(next_end_ns_, until_ns);
    }
  }

  /// Pops events that have ended.
  void close_ended() {
    next_end_ns_ = kMaxNs;
    for (std::size_t of = 0; of < kStacks; ++of) {
      if (top_ends_ns_[of] <= now_ns_) {
        Stack& open = stacks_[of];
        while (!open.empty() && open.back().end_ns <= now_ns_) open.pop_back();
        on_top(of);
      }
      next_end_ns_ = std::min(next_end_ns_, top_ends_ns_[of]);
    }
  }

  void add_segment() {
    const int what = std::countr_zero(open_);
    const EventId cause = tops_[static_cast<std::size_t>(what)];
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
  std::array<Stack, kStacks> stacks_;
  // Of each stack; None for Untraced, which is always open.
  std::array<EventId, kStacks + 1> tops_;
  std::array<Ns, kStacks> top_ends_ns_;
  unsigned open_ = 1U << kStacks;  // the classes, as bits
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

std::size_t HostActivity::at(Ns time_ns, std::size_t near) const {
  // Steps that double, then a search within the last one.
  std::size_t first = near, last = near + 1;  // around the last segment that begins by then
  for (std::size_t step = 1; first != 0 && segments_.begin_of(first) > time_ns; step *= 2) {
    last = first;
    first -= std::min(first, step);
  }
  for (std::size_t step = 1; last < segments_.size() && segments_.begin_of(last) <= time_ns;
       step *= 2) {
    first = last;
    last = std::min(segments_.size(), last + step);
  }
  while (last - first > 1) {
    const std::size_t middle = first + (last - first) / 2;
    (segments_.begin_of(middle) <= time_ns ? first : last) = middle;
  }
  return first;
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

IdleClass HostActivities::class_of(CategoryKind kind, StringId name) const {
  std::uint8_t facts = names_[index_of(name)].load(std::memory_order_relaxed);
  if ((facts & kClassified) == 0) {
    facts |= facts_of_name(snapshot_->text(name));
    names_[index_of(name)].fetch_or(facts, std::memory_order_relaxed);
  }
  if (kind == CategoryKind::HostCall) return class_of_call(facts);
  if ((facts & kLoadsData) != 0) return IdleClass::DataLoading;
  const bool works = kind == CategoryKind::CpuOp || is_python_function(kind);
  if (works && (facts & kWaits) != 0) return IdleClass::Sync;
  if (kind == CategoryKind::CpuOp && (facts & kAnnotation) == 0) return IdleClass::CpuOp;
  return is_python_function(kind) ? IdleClass::Python : IdleClass::AnnotationOnly;
}

HostActivities::FrameRank HostActivities::rank_of(StringId frame) const {
  std::uint8_t facts = names_[index_of(frame)].load(std::memory_order_relaxed);
  if ((facts & kRankMask) == 0) {
    const DetailsFrame parsed = parse_python_frame(snapshot_->text(frame));
    const FrameRank rank = parsed.user           ? FrameRank::User
                           : parsed.file.empty() ? FrameRank::BuiltIn
                                                 : FrameRank::Library;
    facts |= static_cast<std::uint8_t>(static_cast<unsigned>(rank) << kRankShift);
    names_[index_of(frame)].fetch_or(facts, std::memory_order_relaxed);
  }
  return static_cast<FrameRank>((facts & kRankMask) >> kRankShift);
}

}  // namespace lanescope
