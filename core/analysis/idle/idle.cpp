#include "core/analysis/idle/idle.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/launch_call.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/culprits.h"
#include "core/analysis/idle/gaps.h"
#include "core/analysis/idle/host_activity.h"
#include "core/analysis/idle/hta.h"
#include "core/analysis/idle/queue_waits.h"
#include "core/analysis/idle/sampled_activity.h"
#include "core/analysis/idle/system_calls.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kDeviceWaits> kWaitNames = {
    "", "graph", "stream_wait", "collective", "kernel_delay", "unexplained"};

/// Operators lock and map memory all the time; only longer calls tell why one takes long.
constexpr Ns kLongSystemCallNs = 50'000;

class IdleFinder {
 public:
  IdleFinder(const Snapshot& snapshot, const AnalysisWindow& window,
             const HostActivities& activities, const std::vector<GpuWait>& blocking)
      : snapshot_(snapshot),
        window_(window),
        activities_(activities),
        launches_(snapshot),
        culprits_(snapshot),
        threads_(snapshot, activities),
        sampled_(snapshot, activities),
        system_calls_(snapshot),
        graph_launches_(
            snapshot, [](std::string_view call) { return call.find("GraphLaunch") != call.npos; }),
        waits_(snapshot),
        unknown_(snapshot),
        blocking_(blocking) {}

  IdleDevice find(const DeviceTimeline& timeline) {
    out_ = {};
    out_.device = timeline.device;
    pauses_ = unknown_.of(timeline.device);
    out_.window = window_.is_bounded() ? window_.range : timeline.window;
    DrainedQueues drained(blocking_);
    IdleCulprits culprits(snapshot_);
    const std::vector<DeviceGap> gaps = find_gaps(snapshot_, window_, timeline);
    out_.gaps.reserve(gaps.size());
    known_ns_.clear();
    known_ns_.reserve(gaps.size());
    for (const DeviceGap& found : gaps) {
      const auto launch =
          found.after != nullptr ? find_launch_call(launches_, found.after->link) : std::nullopt;
      IdleGap& gap = begin_gap(found);
      pieces_.clear();
      if (launch) {
        gap.launch = found.after->link;
        gap.drained_by = drained.drained_by(found.range.begin_ns, launch->range.begin_ns);
      }
      explain(found, launch, gap);
      finish(gap);
      culprits.add_gap(pieces_, names_);
      for (const IdlePiece& piece : pieces_) out_.pieces.add(piece);
    }
    out_.culprits = culprits.take();
    find_longest();
    return std::move(out_);
  }

 private:
  IdleGap& begin_gap(const DeviceGap& found) {
    IdleGap& gap = out_.gaps.emplace_back();
    gap.range = found.range;
    if (window_.is_bounded()) {
      gap.range.begin_ns = std::max(gap.range.begin_ns, window_.range.begin_ns);
      gap.range.end_ns = std::min(gap.range.end_ns, window_.range.end_ns);
    }
    gap.kernel = found.after != nullptr ? found.after->event : EventId::None;
    gap.first_piece = static_cast<std::uint32_t>(out_.pieces.size());
    return gap;
  }

  void explain(const DeviceGap& found, const std::optional<LaunchCall>& launch, IdleGap& gap) {
    gap.thread = launch ? launch->track : activities_.step_thread();
    if (found.after == nullptr) {
      add_host_pieces(gap, found.range);  // after the last launch
    } else if (!launch) {
      add_piece(gap, {found.range, IdleClass::Unlinked, gap.kernel, gap.kernel, EventId::None});
    } else if (launch->range.begin_ns <= found.range.begin_ns) {
      gap.wait = wait_of(found, *launch);
      add_launch_piece(gap, found.range, IdleClass::DeviceWait, *launch);
    } else {
      const Ns launched_ns = std::min(launch->range.begin_ns, found.range.end_ns);
      add_host_pieces(gap, {found.range.begin_ns, launched_ns});
      add_launch_piece(gap, {launched_ns, found.range.end_ns}, IdleClass::LaunchLatency, *launch);
    }
  }

  [[nodiscard]] DeviceWait wait_of(const DeviceGap& found, const LaunchCall& launch) {
    if (graph_launches_(launch.name)) return DeviceWait::Graph;
    if (waits_.cover(found.after->track, found.range)) return DeviceWait::StreamWait;
    if (found.after->gpu_class == GpuClass::Communication) return DeviceWait::Collective;
    const Ns length_ns = length_of(found.range) - length_inside(pauses_, found.range);
    return length_ns < window_.thresholds->kernel_delay_ns ? DeviceWait::KernelDelay
                                                           : DeviceWait::Unexplained;
  }

  void add_launch_piece(IdleGap& gap, TimeRange range, IdleClass what, const LaunchCall& launch) {
    HostActivityCursor& thread = threads_.of(launch.track);
    const HostSegment at = thread.segment_at(launch.range.begin_ns);
    const EventId culprit = at.culprit == EventId::None ? gap.launch : at.culprit;
    const EventId cause = what == IdleClass::DeviceWait ? gap.kernel : gap.launch;
    add_piece(gap, {range, what, culprit, cause, thread.activity().source_of(at.frame)});
  }

  /// Adds what the launching thread did; where nothing was traced on it, what the thread of the
  /// steps did. Where that is not known either, or only an annotation, calls of the operating
  /// system and samples may tell.
  void add_host_pieces(IdleGap& gap, TimeRange range) {
    HostActivityCursor& thread = threads_.of(gap.thread);
    HostActivityCursor& steps = threads_.of(activities_.step_thread());
    thread.visit(clipped(gap, range), [&](TimeRange part, const HostSegment& segment) {
      if (segment.what != IdleClass::Untraced || &thread == &steps) {
        add_host_piece(gap, gap.thread, thread.activity(), part, segment);
      } else {
        steps.visit(part, [&](TimeRange p, const HostSegment& s) {
          add_host_piece(gap, activities_.step_thread(), steps.activity(), p, s);
        });
      }
    });
  }

  /// Adds what a thread did. Like what it calls for most pieces, inlined: there are millions.
  [[gnu::always_inline]] void add_host_piece(const IdleGap& gap, TrackId thread,
                                             const HostActivity& activity, TimeRange part,
                                             const HostSegment& segment) {
    const IdlePiece piece{part, segment.what, segment.culprit, segment.cause,
                          activity.source_of(segment.frame)};
    if (piece.what == IdleClass::Untraced || piece.what == IdleClass::AnnotationOnly) {
      add_unexplained(gap, piece, thread == gap.thread);
    } else if (piece.what == IdleClass::CpuOp && system_calls_.any()) {
      add_operator(gap, piece, thread);
    } else {
      add_piece(gap, piece);
    }
  }

  /// Adds a piece of an operator. Its cause is the call of the operating system that it was in for
  /// most of it, if that took long.
  void add_operator(const IdleGap& gap, const IdlePiece& piece, TrackId thread) {
    IdlePiece one = piece;
    const Ns least_ns = std::max(kLongSystemCallNs, length_of(piece.range) / 2);
    system_calls_.visit(thread, piece.range, [&](TimeRange part, EventId call) {
      if (call != EventId::None && length_of(part) >= least_ns) one.cause = call;
    });
    add_piece(gap, one);
  }

  /// Adds the calls of the operating system that the launching thread was in during a piece, and
  /// what samples say of the rest. `own`: the piece tells of that thread.
  void add_unexplained(const IdleGap& gap, const IdlePiece& piece, bool own) {
    if (!system_calls_.any() && !sampled_.any()) return add_piece(gap, piece);
    system_calls_.visit(gap.thread, piece.range, [&](TimeRange part, EventId call) {
      IdlePiece one = piece;
      one.range = part;
      if (call == EventId::None) return add_sampled(gap, one);
      one.what = IdleClass::Runtime;
      one.cause = call;
      if (!own || one.culprit == EventId::None) one.culprit = call;
      add_piece(gap, one);
    });
  }

  /// Adds what the samples of the launching thread say of a piece, else the piece as it is. The
  /// cause of sampled Python is what it waits for, or its line.
  void add_sampled(const IdleGap& gap, const IdlePiece& piece) {
    sampled_.of(gap.thread).visit(piece.range, [&](TimeRange part, const SampledSegment& seen) {
      IdlePiece one = piece;
      one.range = part;
      if (seen.function != EventId::None) {
        const bool loads = seen.loader != EventId::None;
        one.what = loads ? IdleClass::DataLoading : IdleClass::Python;
        one.culprit = seen.function;
        one.cause = loads                        ? seen.loader
                    : seen.wait != EventId::None ? seen.wait
                    : seen.line != EventId::None ? seen.line
                                                 : seen.function;
        one.source = seen.source;
      }
      add_piece(gap, one);
    });
  }

  static TimeRange clipped(const IdleGap& gap, TimeRange range) {
    return {std::max(range.begin_ns, gap.range.begin_ns), std::min(range.end_ns, gap.range.end_ns)};
  }

  /// Adds a piece, with its cause unknown where nobody knows whether the device was idle.
  [[gnu::always_inline]] void add_piece(const IdleGap& gap, const IdlePiece& piece) {
    if (pauses_.empty()) return add_known(gap, piece);
    add_around_pauses(gap, piece);
  }
  void add_around_pauses(const IdleGap& gap, const IdlePiece& piece) {
    TimeRange rest = piece.range;
    auto pause = std::ranges::lower_bound(pauses_, rest.begin_ns, {}, &TimeRange::end_ns);
    for (; pause != pauses_.end() && pause->begin_ns < rest.end_ns; ++pause) {
      IdlePiece before = piece;
      before.range = {rest.begin_ns, std::max(rest.begin_ns, pause->begin_ns)};
      add_known(gap, before);
      rest.begin_ns = std::min(rest.end_ns, pause->end_ns);
      add_known(gap, {{before.range.end_ns, rest.begin_ns}, IdleClass::Paused});
    }
    IdlePiece last = piece;
    last.range = rest;
    add_known(gap, last);
  }

  [[gnu::always_inline]] void add_known(const IdleGap& gap, const IdlePiece& piece) {
    const TimeRange range = clipped(gap, piece.range);
    if (range.empty()) return;
    if (!pieces_.empty()) {
      IdlePiece& last = pieces_.back();
      if (last.what == piece.what && last.culprit == piece.culprit && last.cause == piece.cause &&
          last.source == piece.source) {
        last.range.end_ns = range.end_ns;
        return;
      }
    }
    pieces_.push_back(piece);
    pieces_.back().range = range;
  }

  static void add_to(IdleTotal& total, Ns length_ns) {
    total.ns = saturating_add(total.ns, length_ns);
    ++total.gaps;
  }

  /// The time of a class in the gap, and its pieces.
  struct Part {
    Ns ns = 0;
    std::uint32_t pieces = 0;
  };

  /// Adds the gap to the totals and finds its main class.
  void finish(IdleGap& gap) {
    gap.pieces = static_cast<std::uint32_t>(pieces_.size());
    names_.clear();
    unsigned classes = 0;  // of the pieces, as bits
    for (const IdlePiece& piece : pieces_) {
      const auto what = static_cast<std::size_t>(piece.what);
      classes |= 1U << what;
      split_[what].ns = saturating_add(split_[what].ns, length_of(piece.range));
      ++split_[what].pieces;
      names_.push_back(piece.culprit == EventId::None ? StringId::Empty
                                                      : slice_name(culprits_, piece.culprit));
    }
    Part most;
    Ns paused_ns = 0;
    for (; classes != 0; classes &= classes - 1) {
      const auto what = static_cast<std::size_t>(std::countr_zero(classes));
      const Part part = std::exchange(split_[what], {});
      if (part.ns > most.ns) {
        most = part;
        gap.main = static_cast<IdleClass>(what);
      }
      if (what == kIdleClasses) paused_ns = part.ns;
      add_to(what == kIdleClasses ? out_.paused : out_.classes[what], part.ns);
    }
    gap.main_ns = most.ns;
    find_main_piece(gap, most.pieces);
    add_known_time(gap, length_of(gap.range) - paused_ns);
  }

  void add_known_time(const IdleGap& gap, Ns known_ns) {
    known_ns_.push_back(known_ns);
    out_.total_ns = saturating_add(out_.total_ns, known_ns);
    if (known_ns == 0) return;
    ++out_.idle_gaps;
    if (gap.wait != DeviceWait::None) {
      add_to(out_.waits[static_cast<std::size_t>(gap.wait)], known_ns);
    }
    if (gap.drained_by != EventId::None) add_to(out_.drained, known_ns);
  }

  /// `pieces`: how many of the gap are in its main class.
  void find_main_piece(IdleGap& gap, std::uint32_t pieces) {
    if (pieces == 1) {  // as in most gaps
      const auto main = std::ranges::find(pieces_, gap.main, &IdlePiece::what);
      gap.main_piece = gap.first_piece + static_cast<std::uint32_t>(main - pieces_.begin());
      gap.culprit_ns = gap.main_ns;
      return;
    }
    sum_by_name(gap);
    StringId name = StringId::Empty;
    Ns longest_ns = -1;
    for (std::uint32_t i = 0; i < pieces_.size(); ++i) {
      const IdlePiece& piece = pieces_[i];
      if (piece.what != gap.main) continue;
      const StringId of = names_[i];
      if (longest_ns < 0 || of_name_[index_of(of)] > gap.culprit_ns) {
        name = of;
        gap.culprit_ns = of_name_[index_of(of)];
        longest_ns = -1;
      }
      if (of != name || length_of(piece.range) <= longest_ns) continue;
      longest_ns = length_of(piece.range);
      gap.main_piece = gap.first_piece + i;
    }
  }

  /// For each culprit of the gap's main class, its time.
  void sum_by_name(const IdleGap& gap) {
    if (of_name_.empty()) of_name_.resize(snapshot_.strings->size());
    for (const StringId name : summed_) of_name_[index_of(name)] = 0;
    summed_.clear();
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (pieces_[i].what != gap.main) continue;
      summed_.push_back(names_[i]);
      Ns& sum_ns = of_name_[index_of(summed_.back())];
      sum_ns = saturating_add(sum_ns, length_of(pieces_[i].range));
    }
  }

  void find_longest() {
    for (std::uint32_t i = 0; i < out_.gaps.size(); ++i) {
      if (known_ns_[i] != 0) out_.longest.push_back(i);
    }
    const auto kept = std::min(out_.longest.size(), kMostLongestGaps);
    const auto length = [&](std::uint32_t i) { return known_ns_[i]; };
    std::partial_sort(out_.longest.begin(),
                      out_.longest.begin() + static_cast<std::ptrdiff_t>(kept), out_.longest.end(),
                      [&](std::uint32_t a, std::uint32_t b) {
                        return length(a) != length(b) ? length(a) > length(b) : a < b;
                      });
    out_.longest.resize(kept);
    out_.longest.shrink_to_fit();
  }

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  const HostActivities& activities_;
  SliceFinder launches_, culprits_;
  HostActivityCursors threads_;
  SampledActivities sampled_;
  SystemCalls system_calls_;
  NameTest graph_launches_;
  StreamWaits waits_;
  UnknownTimes unknown_;
  std::vector<TimeRange> pauses_;  // those of the device; disjoint, by time
  const std::vector<GpuWait>& blocking_;
  std::vector<IdlePiece> pieces_;  // of the gap
  std::vector<StringId> names_;    // of their culprits
  std::vector<Ns> of_name_;        // by name; not zero for those below
  std::vector<StringId> summed_;   // may hold a name several times
  std::vector<Ns> known_ns_;       // by gap
  IdleDevice out_;
  /// By class, and pauses; zero between gaps.
  std::array<Part, kIdleClasses + 1> split_{};
};

}  // namespace

std::string_view device_wait_name(DeviceWait wait) {
  return kWaitNames[static_cast<std::size_t>(wait)];
}

Ns IdleDevice::class_ns(const IdleGap& gap, IdleClass what) const {
  Ns length_ns = 0;
  for (const IdlePiece piece : pieces_of(gap)) {
    if (piece.what == what) length_ns = saturating_add(length_ns, length_of(piece.range));
  }
  return length_ns;
}

Ns IdleDevice::known_ns(const IdleGap& gap) const {
  return length_of(gap.range) - class_ns(gap, IdleClass::Paused);
}

IdleTime idle_in(const AnalysisResults& in, const AnalysisWindow& window,
                 std::span<const DeviceTimeline> timelines) {
  const Snapshot& snapshot = in.trace;
  IdleTime out;
  const auto has = [&](CategoryKind kind) {
    return std::ranges::any_of(snapshot.categories,
                               [kind](const Category& category) { return category.kind == kind; });
  };
  out.has_python = has(CategoryKind::PythonFunction);
  out.has_samples = has(CategoryKind::SampledFrame);
  const auto activities = in.of<HostActivities>();
  const auto waits = in.of<GpuWaits>();
  IdleFinder finder(snapshot, window, *activities, waits->calls);
  for (const DeviceTimeline& timeline : timelines) {
    const bool any = std::ranges::any_of(timeline.events, &TimelineEvent::counts);
    if (!any && !window.is_bounded()) continue;
    if (out.devices.size() == kMostIdleDevices) {
      ++out.devices_left_out;
      continue;
    }
    out.devices.push_back(finder.find(timeline));
    if (window.kind == WindowKind::Hta)
      out.devices.back().hta = hta_idle(snapshot, timeline, window.thresholds->kernel_delay_ns);
  }
  return out;
}

IdleTime analyse_idle(const AnalysisResults& in) {
  return idle_in(in, in.window, in.of<DeviceTimelines>()->devices);
}

}  // namespace lanescope
