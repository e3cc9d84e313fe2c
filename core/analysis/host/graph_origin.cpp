#include "core/analysis/host/graph_origin.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/base/check.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

/// A call that launches, by its name: what kind of work it starts.
std::optional<CategoryKind> launched_kind(std::string_view call) {
  const auto has = [call](std::string_view part) { return call.find(part) != call.npos; };
  if (launches_graph(call)) return std::nullopt;
  if (has("LaunchKernel") || has("LaunchCooperativeKernel")) return CategoryKind::Kernel;
  if (has("MemcpyAsync") || has("Memcpy2DAsync") || has("Memcpy3DAsync"))
    return CategoryKind::Memcpy;
  if (has("Memset") && has("Async")) return CategoryKind::Memset;
  return std::nullopt;
}

/// Captures of one thread do not nest.
class CaptureCollector {
 public:
  CaptureCollector(const Snapshot& snapshot, std::vector<GraphCapture>& out)
      : snapshot_(snapshot), out_(out) {}

  void add_thread(const Track& track) {
    GraphCapture open;
    bool captures = false;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t slice = chunk->in_time_order(i);
        if (snapshot_.kind_of(chunk->category[slice]) != CategoryKind::HostCall) continue;
        const std::string_view name = snapshot_.text(chunk->name[slice]);
        if (name.find("StreamBeginCapture") != name.npos) {
          captures = true;
          open = {track.process, 0, {}, {}};
        } else if (name.find("StreamEndCapture") != name.npos) {
          open.end_ns = chunk->start_ns[slice];
          if (captures && !open.calls.empty()) out_.push_back(std::move(open));
          captures = false;
          open = {};
        } else if (captures) {
          add_call(name, chunk->id_of(slice), open);
        }
      }
    }
  }

 private:
  /// What has started work was not captured.
  void add_call(std::string_view name, EventId call, GraphCapture& to) const {
    const auto kind = launched_kind(name);
    if (!kind || !snapshot_.launches->events_of(call).empty()) return;
    to.calls.push_back(call);
    to.kinds.push_back(*kind);
  }

  const Snapshot& snapshot_;
  std::vector<GraphCapture>& out_;
};

LaunchedSequence launched_on(const Snapshot& snapshot, const Track& track) {
  LaunchedSequence found{track.device, {}, {}};
  for (const auto& chunk : track.chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      if (!is_gpu_work(snapshot.kind_of(chunk->category[slice]))) continue;
      const auto launch = snapshot.find_slice(chunk->link[slice]);
      if (!launch || launches_graph(snapshot.text(launch->chunk->name[launch->slice]))) continue;
      found.names.push_back(chunk->name[slice]);
      found.launches.push_back(chunk->link[slice]);
    }
  }
  return found;
}

}  // namespace

std::vector<GraphNode> graph_nodes(const Snapshot& snapshot, EventId replay) {
  std::vector<GraphNode> nodes;
  if (!snapshot.launches) return nodes;
  for (const EventId event : snapshot.launches->events_of(replay)) {
    const auto home = snapshot.find_slice(event);
    if (!home) continue;
    const TrackChunk& chunk = *home->chunk;
    // The profiler's records of what a stream waited for are no nodes.
    const CategoryKind kind = snapshot.kind_of(chunk.category[home->slice]);
    if (!is_gpu_work(kind)) continue;
    nodes.push_back(
        {event, chunk.name[home->slice], kind, home->track->id, chunk.start_ns[home->slice]});
  }
  std::ranges::stable_sort(nodes, {}, &GraphNode::start_ns);
  return nodes;
}

std::vector<GraphCapture> graph_captures(const Snapshot& snapshot) {
  std::vector<GraphCapture> captures;
  if (!snapshot.launches) return captures;
  CaptureCollector collector(snapshot, captures);
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::CpuThread) collector.add_thread(track);
  }
  std::ranges::stable_sort(captures, {}, &GraphCapture::end_ns);
  return captures;
}

std::vector<LaunchedSequence> launched_sequences(const Snapshot& snapshot) {
  std::vector<LaunchedSequence> sequences;
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::GpuStream) sequences.push_back(launched_on(snapshot, track));
  }
  return sequences;
}

struct GraphOriginFinder::Replay {
  std::vector<GraphNode> nodes;
  StringId process = StringId::Empty;
  std::int64_t device = -1;
  std::size_t captures = 0;  // of all processes, that ended before
  bool one_stream = true;

  /// What decides the answer.
  [[nodiscard]] std::vector<std::uint32_t> key() const {
    std::vector<std::uint32_t> key{index_of(process), static_cast<std::uint32_t>(device),
                                   static_cast<std::uint32_t>(captures), one_stream ? 1U : 0U};
    for (const GraphNode& node : nodes) {
      key.push_back(index_of(node.name));
      key.push_back(static_cast<std::uint32_t>(node.kind));
    }
    return key;
  }
};

GraphOriginFinder::GraphOriginFinder(const Snapshot& snapshot)
    : snapshot_(snapshot), captures_(graph_captures(snapshot)) {}

ReplayOrigins GraphOriginFinder::of_replay(EventId replay) {
  ReplayOrigins out;
  const auto call = snapshot_.find_slice(replay);
  Replay one{graph_nodes(snapshot_, replay)};
  if (!call || one.nodes.empty()) return out;
  for (const GraphNode& node : one.nodes) out.nodes.push_back(node.event);
  const TrackId first = one.nodes.front().track;
  one.process = call->track->process;
  one.device = snapshot_.tracks[index_of(first)].device;
  one.one_stream = std::ranges::all_of(
      one.nodes, [first](const GraphNode& node) { return node.track == first; });
  one.captures = static_cast<std::size_t>(
      std::ranges::lower_bound(captures_, call->chunk->start_ns[call->slice], {},
                               &GraphCapture::end_ns) -
      captures_.begin());
  auto [at, fresh] = known_.try_emplace(one.key());
  if (fresh) at->second = find(one);
  out.launches = at->second.launches;
  out.source = at->second.source;
  out.certain = at->second.certain;
  LANESCOPE_CHECK(out.launches.empty() || out.launches.size() == out.nodes.size(),
                  "a launch for each of {} nodes, not {}", out.nodes.size(), out.launches.size());
  return out;
}

GraphOriginFinder::Answer GraphOriginFinder::find(const Replay& replay) {
  Answer answer = captured(replay);
  if (!answer.launches.empty()) return answer;
  const bool tells = replay.one_stream && replay.nodes.size() >= kLeastGraphSequence;
  return tells ? same_sequence(replay) : answer;
}

/// The last one that fits is the likeliest.
GraphOriginFinder::Answer GraphOriginFinder::captured(const Replay& replay) const {
  Answer answer;
  for (std::size_t i = 0; i < replay.captures; ++i) {
    const GraphCapture& capture = captures_[i];
    if (capture.process != replay.process ||
        !std::ranges::equal(capture.kinds, replay.nodes, {}, {}, &GraphNode::kind))
      continue;
    answer.certain = answer.launches.empty() && replay.one_stream;
    answer.launches = capture.calls;
  }
  return answer;
}

GraphOriginFinder::Answer GraphOriginFinder::same_sequence(const Replay& replay) {
  if (!sequences_) sequences_ = launched_sequences(snapshot_);
  std::vector<StringId> wanted;
  for (const GraphNode& node : replay.nodes) wanted.push_back(node.name);
  const std::boyer_moore_horspool_searcher searcher(wanted.begin(), wanted.end());
  Answer answer{{}, GraphOriginSource::SameSequence, false};
  for (const LaunchedSequence& sequence : *sequences_) {
    if (sequence.device != replay.device) continue;
    const auto found = std::search(sequence.names.begin(), sequence.names.end(), searcher);
    if (found == sequence.names.end()) continue;
    const auto first = sequence.launches.begin() + (found - sequence.names.begin());
    answer.launches.assign(first, first + static_cast<std::ptrdiff_t>(wanted.size()));
    break;
  }
  return answer;
}

bool launches_graph(std::string_view call) {
  return call.find("GraphLaunch") != call.npos;
}

std::optional<GraphOrigin> graph_origin_of(const Snapshot& snapshot, EventId replay,
                                           EventId gpu_event) {
  const ReplayOrigins all = GraphOriginFinder(snapshot).of_replay(replay);
  const auto at = std::ranges::find(all.nodes, gpu_event);
  if (at == all.nodes.end() || all.launches.empty()) return std::nullopt;
  const auto node = static_cast<std::size_t>(at - all.nodes.begin());
  return GraphOrigin{all.launches[node], all.source, all.certain};
}

}  // namespace lanescope
