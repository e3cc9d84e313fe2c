#include "core/analysis/idle/stream_wait_edges.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/events/event_arguments.h"
#include "core/analysis/events/launch_call.h"
#include "core/analysis/events/name_test.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

struct WaitRecord {
  GpuOrder::Stream stream;
  Ns call_ns = 0;
};

bool records_event(std::string_view name) {
  return name.starts_with("cudaEventRecord") || name.starts_with("hipEventRecord") ||
         name.starts_with("cuEventRecord");
}

/// When each event was recorded, by the correlation id of the call.
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
  std::unordered_map<std::int64_t, Ns> recorded;  // of several calls with an id: the earliest
  read_arguments(snapshot, calls, read, [&](std::size_t i, const JsonValue& args) {
    const auto id = integer_argument(args, "correlation");
    if (!id) return;
    Ns& time_ns = recorded.try_emplace(*id, times[i]).first->second;
    time_ns = std::min(time_ns, times[i]);
  });
  return recorded;
}

}  // namespace

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
  read_arguments(snapshot, events, read, [&](std::size_t i, const JsonValue& args) {
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
    std::sort(waits.begin(), waits.end(), [](const Wait& a, const Wait& b) {
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
  const auto first =
      std::lower_bound(found->second.begin(), found->second.end(), from_ns,
                       [](const Wait& wait, Ns time) { return wait.call_ns < time; });
  std::uint32_t last = GpuOrder::kNone;
  for (auto at = first; at != found->second.end() && at->call_ns < launch->range.begin_ns; ++at) {
    const bool later =
        last == GpuOrder::kNone || order_[at->for_work].range.end_ns > order_[last].range.end_ns;
    if (later) last = at->for_work;
  }
  return last;
}

}  // namespace lanescope
