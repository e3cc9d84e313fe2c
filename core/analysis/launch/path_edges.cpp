#include "core/analysis/launch/path_edges.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/analysis/events/event_arguments.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/launch_call.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/events/near_search.h"
#include "core/analysis/host/call_class.h"
#include "core/analysis/host/site.h"
#include "core/analysis/ops/ops.h"
#include "core/base/threads/work.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

/// Recognizes operators, calls and, in traces without GPU events, collectives. In old traces
/// annotations have the category of operators, so names are checked.
class WorkOfHost {
 public:
  explicit WorkOfHost(const Snapshot& snapshot)
      : snapshot_(snapshot),
        host_communicates_(!has_gpu_work(snapshot)),
        known_(snapshot.strings->size()) {}

  bool is_work(const TrackChunk& chunk, std::uint32_t slice) {
    const CategoryKind kind = snapshot_.kind_of(chunk.category[slice]);
    if (kind == CategoryKind::HostCall) return true;
    if (kind != CategoryKind::CpuOp && kind != CategoryKind::UserAnnotation) return false;
    NameKind& known = known_[index_of(chunk.name[slice])];
    if (known == NameKind::Unknown) known = kind_of(snapshot_.text(chunk.name[slice]));
    return known == NameKind::Collective ? host_communicates_
                                         : kind == CategoryKind::CpuOp && known == NameKind::Op;
  }

 private:
  enum class NameKind : std::uint8_t { Unknown, Op, Annotation, Collective };
  static NameKind kind_of(std::string_view name) {
    if (is_host_collective(name)) return NameKind::Collective;
    return is_annotation_name(name) ? NameKind::Annotation : NameKind::Op;
  }

  const Snapshot& snapshot_;
  bool host_communicates_;
  std::vector<NameKind> known_;  // by name
};

constexpr std::array<std::string_view, 1> kCallArguments = {"correlation"};
constexpr std::array<std::string_view, 2> kWaitArguments = {"wait_on_stream",
                                                            "wait_on_cuda_event_record_corr_id"};

struct WaitRecord {
  GpuOrder::Stream stream;
  Ns call_ns = 0;
};

bool records_event(std::string_view name) {
  return name.starts_with("cudaEventRecord") || name.starts_with("hipEventRecord") ||
         name.starts_with("cuEventRecord");
}

/// When each CUDA event was recorded, by the correlation id of the call.
std::unordered_map<std::int64_t, Ns> find_event_records(const Snapshot& snapshot,
                                                        const ReadEvent& read) {
  std::vector<EventId> calls;
  std::vector<Ns> times;
  NameTest records(snapshot, records_event);
  for_each_slice(snapshot, TrackKind::CpuThread,
                 [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
                   if (!records(chunk.name[slice])) return;
                   calls.push_back(chunk.id_of(slice));
                   times.push_back(chunk.start_ns[slice]);
                 });
  std::unordered_map<std::int64_t, Ns> recorded;  // of several calls with the same id, the earliest
  read_arguments(snapshot, calls, kCallArguments, read, [&](std::size_t i, const JsonValue& args) {
    const auto id = integer_argument(args, "correlation");
    if (!id) return;
    Ns& time_ns = recorded.try_emplace(*id, times[i]).first->second;
    time_ns = std::min(time_ns, times[i]);
  });
  return recorded;
}

}  // namespace

void ThreadEnds::find() {
  found_ = true;
  WorkOfHost work(snapshot_);
  std::vector<std::size_t> threads;  // where those of each begin
  for (const Track& track : snapshot_.tracks) {
    if (track.kind != TrackKind::CpuThread || track.chunks.empty()) continue;
    const TrackChunk& chunk = *track.chunks.front();
    threads.push_back(busy_.size());
    Ns end_ns = kMinNs;  // of the last one
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      // Most are inside the one before, whatever they are.
      if (chunk.end_ns(slice) <= end_ns) continue;
      const TimeRange range = chunk.range(slice);
      if (range.empty() || !work.is_work(chunk, slice)) continue;
      if (range.begin_ns < end_ns) {
        busy_.back().range.end_ns = range.end_ns;
      } else {
        busy_.push_back({range, track.id});
      }
      end_ns = range.end_ns;
    }
  }
  merge_runs(busy_, std::move(threads),
             [](const Busy& a, const Busy& b) { return a.range.end_ns < b.range.end_ns; });
}

std::optional<ThreadEnds::End> ThreadEnds::last_ended(Ns time_ns) {
  if (!found_) find();
  near_ = count_near(busy_.size(), near_,
                     [&](std::size_t i) { return busy_[i].range.end_ns <= time_ns; });
  if (near_ == 0) return std::nullopt;
  const Busy& last = busy_[near_ - 1];
  return End{last.range.end_ns, last.thread};
}

std::optional<ThreadEnds::End> ThreadEnds::last_active(Ns time_ns) {
  std::optional<End> last = last_ended(time_ns);
  for (const Busy& busy : busy_) {
    if (busy.range.begin_ns < time_ns && busy.range.end_ns > time_ns) {
      return End{time_ns, busy.thread};
    }
  }
  return last;
}

SyncTargets::SyncTargets(const Snapshot& snapshot, const GpuOrder& order)
    : snapshot_(snapshot),
      order_(order),
      syncs_(snapshot,
             [](std::string_view name) {
               return classify_host_call(name) == HostCallClass::Synchronize ||
                      is_result_wait(name);
             }),
      copies_(snapshot.slice_count),
      calls_(snapshot) {
  for (const GpuOrder::Copy& copy : order.copies()) {
    const EventId call = order[copy.work].link;
    if (call != EventId::None) copies_[index_of(call)] = true;
  }
  for_each_slice(snapshot, TrackKind::GpuSync,
                 [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
                   // A context sync waits for all streams, and a stream wait does not block the
                   // host.
                   const std::string_view name = snapshot.text(chunk.name[slice]);
                   if (chunk.link[slice] == EventId::None || track.stream < 0) return;
                   if (name == "Stream Sync" || name == "Event Sync") {
                     streams_[chunk.link[slice]].push_back({track.device, track.stream});
                   }
                 });
}

std::uint32_t SyncTargets::target_of(const SliceRef& at, EventId call, Ns until_ns) {
  std::uint32_t work = copies_[index_of(call)] ? own_copy(call, until_ns) : GpuOrder::kNone;
  if (work == GpuOrder::kNone && syncs_(at.chunk->name[at.slice])) {
    work = last_of_synced(call, until_ns);
  }
  if (work == GpuOrder::kNone) return work;
  const TimeRange& range = order_[work].range;
  const bool waited = range.end_ns > at.chunk->start_ns[at.slice] && range.begin_ns < until_ns;
  return waited && !range.empty() ? work : GpuOrder::kNone;
}

std::uint32_t SyncTargets::own_copy(EventId call, Ns until_ns) const {
  std::uint32_t last = GpuOrder::kNone;
  if (!snapshot_.launches) return last;
  for (const EventId event : snapshot_.launches->events_of(call)) {
    const std::uint32_t work = order_.copy_of(event);
    if (work == GpuOrder::kNone || order_[work].range.end_ns > until_ns) continue;
    const bool later =
        last == GpuOrder::kNone || order_[work].range.end_ns > order_[last].range.end_ns;
    if (later) last = work;
  }
  return last;
}

std::uint32_t SyncTargets::last_of_synced(EventId call, Ns until_ns) const {
  const auto found = streams_.find(call);
  if (found == streams_.end()) return order_.last_ended(until_ns);
  std::uint32_t last = GpuOrder::kNone;
  for (const GpuOrder::Stream& stream : found->second) {
    const std::uint32_t work = order_.last_ended(stream, until_ns);
    if (work == GpuOrder::kNone) continue;
    const bool later =
        last == GpuOrder::kNone || order_[work].range.end_ns > order_[last].range.end_ns;
    if (later) last = work;
  }
  return last;
}

StreamWaitEdges::StreamWaitEdges(const Snapshot& snapshot, const GpuOrder& order,
                                 const ReadEvent& read)
    : snapshot_(snapshot), order_(order) {
  std::vector<EventId> events;
  std::vector<WaitRecord> records;
  for_each_slice(snapshot, TrackKind::GpuSync,
                 [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
                   if (snapshot.text(chunk.name[slice]) != "Stream Wait Event") return;
                   const auto call = find_launch_call(snapshot, chunk.link[slice]);
                   events.push_back(chunk.id_of(slice));
                   records.push_back({{track.device, track.stream},
                                      call ? call->range.begin_ns : chunk.start_ns[slice]});
                 });
  if (events.empty()) return;
  const auto recorded = find_event_records(snapshot, read);
  read_arguments(snapshot, events, kWaitArguments, read, [&](std::size_t i, const JsonValue& args) {
    const auto stream = integer_argument(args, "wait_on_stream");
    if (!stream) return;
    const auto id = integer_argument(args, "wait_on_cuda_event_record_corr_id");
    const auto at = id ? recorded.find(*id) : recorded.end();
    const Ns until_ns = at != recorded.end() ? at->second : records[i].call_ns;
    const std::uint32_t work = order.last_launched({records[i].stream.first, *stream}, until_ns);
    if (work != GpuOrder::kNone) {
      waits_[records[i].stream].push_back({records[i].call_ns, work});
    }
  });
  for (auto& [stream, waits] : waits_) {
    std::ranges::sort(waits, [](const Wait& a, const Wait& b) {
      return a.call_ns != b.call_ns ? a.call_ns < b.call_ns : a.for_work < b.for_work;
    });
  }
}

std::uint32_t StreamWaitEdges::waited_for(std::uint32_t work) const {
  if (waits_.empty()) return GpuOrder::kNone;
  const Track& track = snapshot_.tracks[index_of(order_[work].track)];
  const auto found = waits_.find({track.device, track.stream});
  const auto launch = find_launch_call(snapshot_, order_[work].link);
  if (found == waits_.end() || !launch) return GpuOrder::kNone;
  const std::uint32_t before = order_.before(work);
  const auto launch_before =
      before == GpuOrder::kNone ? std::nullopt : find_launch_call(snapshot_, order_[before].link);
  const Ns from_ns = launch_before ? launch_before->range.begin_ns : kMinNs;
  const auto first = std::ranges::lower_bound(found->second, from_ns, {}, &Wait::call_ns);
  std::uint32_t last = GpuOrder::kNone;
  for (auto at = first; at != found->second.end() && at->call_ns < launch->range.begin_ns; ++at) {
    const bool later =
        last == GpuOrder::kNone || order_[at->for_work].range.end_ns > order_[last].range.end_ns;
    if (later) last = at->for_work;
  }
  return last;
}

}  // namespace lanescope
