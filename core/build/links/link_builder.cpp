#include "core/build/links/link_builder.h"

#include <algorithm>
#include <optional>

#include "core/base/check.h"
#include "core/base/radix_sort.h"
#include "core/base/threads/parallel.h"
#include "core/build/links/shared_launches.h"
#include "core/build/tracks/id_index.h"
#include "core/store/marked_stack.h"

namespace lanescope {
namespace {

class Linker {
 public:
  explicit Linker(const LinkInput& in)
      : in_(in), locations_(in.built), in_python_(in.built.chunks.size()) {}

  BuiltLinks run() {
    parallel_for(in_.built.chunks.size(), in_.threads, [&](std::size_t t, unsigned) {
      if (!in_.built.chunks[t]) return;
      const std::span<EventId> link = in_.built.chunks[t]->link.span();
      std::fill(link.begin(), link.end(), EventId::None);
      if (in_.tables.tracks[t].kind == TrackKind::CpuThread) link_host_track(t);
    });
    for (const RawBatch& batch : in_.batches) {
      for (const RawRef ref : batch.with_stack) mark_with_stack(ref);
    }
    link_gpu_events();
    BuiltLinks out;
    out.asks_flows = has_shared_ids_ && in_.flows == nullptr;
    tell_guesses(out.issues);
    out.launches = launch_index();
    count(out);
    return out;
  }

 private:
  struct GpuEvent {
    EventId event;
    EventId launch;  // or the operator, if only the External id is known
    CategoryKind kind;
    bool has_launch;
  };

  /// An event whose launch is not certain.
  struct Guess {
    std::uint32_t correlation;
    EventId event;
    bool is_work;
  };

  struct DeviceEvent {
    RawLink link;
    CategoryKind kind;
  };

  struct Orphan {
    RawLink link;
    std::size_t gpu;  // index in gpu_
  };

  [[nodiscard]] EventId event_of(RawRef ref) const { return in_.built.event_of(ref); }
  [[nodiscard]] EventId& link_of(RawRef ref) const {
    const RawLocation home = in_.built.locations[ref];
    LANESCOPE_CHECK(home.is_slice(), "row {} to have become a slice of track {}", ref, home.track);
    return in_.built.chunks[index_of(home.track)]->link[home.slice];
  }
  /// Visits the slices that have ids, in file order.
  template <typename Visit>
  void each_linked(const Visit& visit) const {
    for (const RawBatch& batch : in_.batches) {
      for (const RawLink& link : batch.links) {
        const RawLocation home = in_.built.locations[link.slice];
        if (!home.is_slice()) continue;
        visit(link, kind_of(*in_.built.chunks[index_of(home.track)], home.slice));
      }
    }
  }

  [[nodiscard]] CategoryKind kind_of(const TrackChunk& chunk, std::uint32_t slice) const {
    return in_.tables.categories[index_of(chunk.category[slice])].kind;
  }

  /// One pass in time order: operators and Python frames nest among themselves; calls belong to the
  /// operator that is open at their start.
  void link_host_track(std::size_t t) {
    TrackChunk& chunk = *in_.built.chunks[t];
    NestingStack ops(in_.slack_ns);
    NestingStack frames(in_.slack_ns);
    MarkedStack calls(in_.slack_ns);
    Ns in_python_until = kMinNs;
    const auto link_to = [&](std::uint32_t slice, std::uint32_t parent) {
      if (parent != kNoParent) chunk.link[slice] = chunk.id_of(parent);
    };
    const auto link_inside = [&](NestingStack& stack, std::uint32_t slice, TimeRange range) {
      const std::uint32_t parent = stack[stack.push(range, slice)].parent;
      if (parent != kNoParent) link_to(slice, stack[parent].value);
    };
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      const TimeRange range = chunk.range(slice);
      switch (kind_of(chunk, slice)) {
        case CategoryKind::CpuOp:
          link_inside(ops, slice, range);
          calls.push(range, slice, true);
          if (range.begin_ns < in_python_until) mark_python(t, slice);
          break;
        case CategoryKind::HostCall:
          link_to(slice, calls.push(range, slice, false).marked);
          if (range.begin_ns < in_python_until) mark_python(t, slice);
          break;
        case CategoryKind::PythonFunction:
          link_inside(frames, slice, range);
          in_python_until = std::max(in_python_until, range.end_ns);
          break;
        default:
          break;
      }
    }
  }

  void mark_with_stack(RawRef ref) {
    const RawLocation home = in_.built.locations[ref];
    if (home.is_slice()) mark_python(index_of(home.track), home.slice);
  }

  /// A Python frame is open when the slice starts, or it has a stack.
  void mark_python(std::size_t t, std::uint32_t slice) {
    if (in_python_[t].empty()) in_python_[t].resize(in_.built.chunks[t]->size(), false);
    in_python_[t][slice] = true;
  }

  static bool is_device_event(CategoryKind kind) {
    return is_gpu_work(kind) || kind == CategoryKind::ProfilerRange ||
           kind == CategoryKind::GpuSync;
  }

  /// One pass over the slices that have ids. Most are operators, which are only needed for orphans.
  void collect_ends() {
    each_linked([&](const RawLink& link, CategoryKind kind) {
      if (kind == CategoryKind::HostCall) {
        if (link.correlation != 0)
          calls_.push_back({link.correlation, link.external_id, event_of(link.slice)});
      } else if (is_device_event(kind)) {
        device_events_.push_back({link, kind});
      }
    });
  }

  /// Id -> the first event that has it. `shared` is called with each id that several events have.
  template <typename IdOf, typename Shared>
  [[nodiscard]] IdIndex first_of_each(const std::vector<NumberedEvent>& carriers, const IdOf& id_of,
                                      const Shared& shared) const {
    IdIndex index(carriers.size());
    for (const NumberedEvent& carrier : carriers) {
      index.add(id_of(carrier), carrier.event, [&](EventId a, EventId b) {
        shared(id_of(carrier));
        return locations_.begins_before(a, b);
      });
    }
    return index;
  }

  void link_gpu_events() {
    collect_ends();
    std::vector<std::uint32_t> shared;
    const IdIndex calls = first_of_each(
        calls_, [](const NumberedEvent& call) { return call.correlation; },
        [&](std::uint32_t id) { shared.push_back(id); });
    ids_are_copies_ = std::ranges::all_of(device_events_, [](const DeviceEvent& e) {
      return e.link.external_id == 0 || e.link.external_id == e.link.correlation;
    });
    SharedLaunches several({in_.built, in_.tables, locations_, in_.flows, in_.slack_ns, calls_},
                           std::move(shared));
    has_shared_ids_ = !several.empty();
    if (has_shared_ids_) note_evidence(several, calls);
    link_device_events(calls, several);
  }

  void link_device_events(const IdIndex& calls, const SharedLaunches& several) {
    gpu_.reserve(device_events_.size());
    std::vector<Orphan> orphans;
    for (const auto& [link, kind] : device_events_) {
      const EventId call = several.has(link.correlation) ? chosen(several, link, kind)
                           : link.correlation == 0       ? EventId::None
                                                         : calls.find(link.correlation);
      link_of(link.slice) = call;
      if (is_gpu_work(kind)) {
        gpu_.push_back({event_of(link.slice), call, kind, call != EventId::None});
        if (call == EventId::None && link.external_id != 0)
          orphans.push_back({link, gpu_.size() - 1});
      } else if (call != EventId::None) {
        others_.push_back({event_of(link.slice), call, kind, true});
      }
    }
    if (!ids_are_copies_ && !orphans.empty()) link_orphans(orphans);
  }

  /// Collects what distinguishes launches that share an id.
  void note_evidence(SharedLaunches& several, const IdIndex& calls) const {
    each_linked([&](const RawLink& link, CategoryKind kind) {
      if (kind == CategoryKind::CpuOp && link.external_id != 0)
        several.note_operator(event_of(link.slice), link.external_id);
    });
    for (const auto& [link, kind] : device_events_) {
      if (link.correlation == 0 || several.has(link.correlation)) continue;
      const EventId call = calls.find(link.correlation);
      if (call != EventId::None) several.note_launch(event_of(link.slice), call);
    }
  }

  EventId chosen(const SharedLaunches& several, const RawLink& link, CategoryKind kind) {
    const bool has_own_id = !ids_are_copies_ && link.external_id != link.correlation;
    const EventId event = event_of(link.slice);
    const LaunchChoice choice =
        several.choose({link.correlation, has_own_id ? link.external_id : 0, event});
    if (choice.is_guess) guesses_.push_back({link.correlation, event, is_gpu_work(kind)});
    return choice.call;
  }

  /// Reports one per correlation id.
  void tell_guesses(IssueLog& issues) {
    std::ranges::sort(guesses_, {},
                      [](const Guess& g) { return std::pair(g.correlation, g.event); });
    std::optional<std::uint32_t> reported;
    for (const Guess& guess : guesses_) {
      if (!guess.is_work || reported == guess.correlation) continue;
      reported = guess.correlation;
      const auto [t, slice] = locations_.of(guess.event);
      const TrackChunk& chunk = *in_.built.chunks[t];
      issues.add(Issue::SharedCorrelation, chunk.place[slice].offset(),
                 (*in_.tables.strings)[chunk.name[slice]]);
    }
  }

  /// External id -> the first operator that has it.
  [[nodiscard]] IdIndex index_ops() const {
    std::vector<NumberedEvent> ops;
    each_linked([&](const RawLink& link, CategoryKind kind) {
      if (kind == CategoryKind::CpuOp && link.external_id != 0)
        ops.push_back({0, link.external_id, event_of(link.slice)});
    });
    return first_of_each(
        ops, [](const NumberedEvent& op) { return op.external_id; }, [](std::uint32_t) {});
  }

  /// Links GPU work without a launch call in the file whose External id is that of an operator.
  void link_orphans(const std::vector<Orphan>& orphans) {
    const IdIndex ops = index_ops();
    for (const Orphan& orphan : orphans) {
      const EventId op = ops.find(orphan.link.external_id);
      if (op == EventId::None || orphan.link.external_id == orphan.link.correlation) continue;
      link_of(orphan.link.slice) = op;
      gpu_[orphan.gpu].launch = op;
    }
  }

  [[nodiscard]] std::shared_ptr<const LaunchIndex> launch_index() const {
    std::vector<KeyedRow> rows;
    rows.reserve(gpu_.size() + others_.size());
    const auto gpu_count = static_cast<std::uint32_t>(gpu_.size());
    const auto event_at = [&](std::uint32_t i) -> const GpuEvent& {
      return i < gpu_count ? gpu_[i] : others_[i - gpu_count];
    };
    for (std::uint32_t i = 0; i < gpu_count + others_.size(); ++i) {
      if (event_at(i).has_launch) rows.push_back({index_of(event_at(i).launch), i});
    }
    radix_sort(rows);
    LANESCOPE_CHECK(rows.empty() || rows.back().key < index_of(EventId::None),
                    "launches that are events; the last is {}", rows.back().key);
    order_by_time(rows, event_at);
    auto index = std::make_shared<LaunchIndex>();
    make_columns(rows.size(), index->launch, index->gpu_event);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      index->launch[i] = event_at(rows[i].row).launch;
      index->gpu_event[i] = event_at(rows[i].row).event;
    }
    for (const Guess& guess : guesses_) index->guessed.push_back(guess.event);
    std::ranges::sort(index->guessed);
    return index;
  }

  /// The work of one call, in the order in which it ran.
  template <typename EventAt>
  void order_by_time(std::vector<KeyedRow>& rows, const EventAt& event_at) const {
    const auto before = [&](const KeyedRow& a, const KeyedRow& b) {
      return locations_.begins_before(event_at(a.row).event, event_at(b.row).event);
    };
    for (auto begin = rows.begin(); begin != rows.end();) {
      auto end = begin + 1;
      while (end != rows.end() && end->key == begin->key) ++end;
      if (end - begin > 1 && !std::is_sorted(begin, end, before)) std::sort(begin, end, before);
      begin = end;
    }
  }

  void count(BuiltLinks& out) const {
    for (const GpuEvent& g : gpu_) {
      LinkCounts one{1, g.has_launch ? 1U : 0U, 0, 0};
      if (g.launch != EventId::None) {
        const auto [t, slice] = locations_.of(g.launch);
        one.with_op = !g.has_launch || in_.built.chunks[t]->link[slice] != EventId::None ? 1 : 0;
        one.with_python = !in_python_[t].empty() && in_python_[t][slice] ? 1 : 0;
      }
      add(g.kind == CategoryKind::DeviceWork ? out.device_work : out.gpu_events, one);
      if (g.kind == CategoryKind::Kernel) add(out.kernels, one);
    }
  }
  static void add(LinkCounts& to, const LinkCounts& one) {
    to.count += one.count;
    to.with_launch += one.with_launch;
    to.with_op += one.with_op;
    to.with_python += one.with_python;
  }

  const LinkInput& in_;
  const EventLocations locations_;
  std::vector<std::vector<bool>> in_python_;  // by track, by slice: has a Python stack
  std::vector<NumberedEvent> calls_;          // host calls with a correlation id
  std::vector<DeviceEvent> device_events_;
  std::vector<GpuEvent> gpu_;
  std::vector<GpuEvent> others_;  // sync records and profiler ranges
  std::vector<Guess> guesses_;
  bool ids_are_copies_ = true;  // the external ids of GPU events are copies of their correlations
  bool has_shared_ids_ = false;
};

}  // namespace

BuiltLinks build_links(const LinkInput& in) {
  return Linker(in).run();
}

}  // namespace lanescope
