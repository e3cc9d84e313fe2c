#include "core/analysis/kernels/graph_origin.h"

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "core/base/check.h"

namespace lanescope {
namespace {

/// Of fewer kernels, the same sequence says little.
constexpr std::size_t kLeastSequence = 4;

struct Node {
  EventId event = EventId::None;
  StringId name = StringId::Empty;
  CategoryKind kind = CategoryKind::Kernel;
  TrackId track = TrackId::None;
  Ns start_ns = 0;
};

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

class OriginFinder {
 public:
  OriginFinder(const Snapshot& snapshot, EventId replay)
      : snapshot_(snapshot), replay_(snapshot.find_slice(replay)) {
    if (!replay_ || !snapshot_.launches) return;
    for (const EventId event : snapshot_.launches->events_of(replay)) add_node(event);
    std::ranges::stable_sort(nodes_, {}, &Node::start_ns);
  }

  std::optional<GraphOrigin> find(EventId gpu_event) {
    const auto at = std::ranges::find(nodes_, gpu_event, &Node::event);
    if (at == nodes_.end()) return std::nullopt;
    position_ = static_cast<std::size_t>(at - nodes_.begin());
    for (const Track& track : snapshot_.tracks) {
      if (track.kind == TrackKind::CpuThread && same_process(track)) look_for_captures(track);
    }
    if (captured_) return captured_;
    return is_on_one_stream() && nodes_.size() >= kLeastSequence ? same_sequence() : std::nullopt;
  }

 private:
  void add_node(EventId event) {
    const auto home = snapshot_.find_slice(event);
    if (!home) return;
    const TrackChunk& chunk = *home->chunk;
    nodes_.push_back({event, chunk.name[home->slice],
                      snapshot_.kind_of(chunk.category[home->slice]), home->track->id,
                      chunk.start_ns[home->slice]});
  }

  [[nodiscard]] bool same_process(const Track& track) const {
    return track.process == replay_->track->process;
  }
  [[nodiscard]] Ns replay_ns() const { return replay_->chunk->start_ns[replay_->slice]; }

  [[nodiscard]] bool is_on_one_stream() const {
    return std::ranges::all_of(
        nodes_, [&](const Node& node) { return node.track == nodes_.front().track; });
  }

  /// Captures of one thread do not nest.
  void look_for_captures(const Track& track) {
    std::vector<EventId> calls;
    std::vector<CategoryKind> kinds;
    bool captures = false;
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t slice = chunk->in_time_order(i);
        if (snapshot_.kind_of(chunk->category[slice]) != CategoryKind::HostCall) continue;
        if (chunk->start_ns[slice] >= replay_ns()) return;
        const std::string_view name = snapshot_.text(chunk->name[slice]);
        if (name.find("StreamBeginCapture") != name.npos) {
          captures = true;
          calls.clear();
          kinds.clear();
        } else if (name.find("StreamEndCapture") != name.npos) {
          if (captures) take_capture(calls, kinds);
          captures = false;
        } else if (const auto kind = captures ? launched_kind(name) : std::nullopt) {
          const EventId call = chunk->id_of(slice);
          if (!snapshot_.launches->events_of(call).empty()) continue;
          calls.push_back(call);
          kinds.push_back(*kind);
        }
      }
    }
  }

  /// The last one that fits is the likeliest.
  void take_capture(std::span<const EventId> calls, std::span<const CategoryKind> kinds) {
    if (!std::ranges::equal(kinds, nodes_, {}, {}, &Node::kind)) return;
    LANESCOPE_CHECK(position_ < calls.size(), "one of {} launches, not {}", calls.size(),
                    position_);
    const bool certain = !captured_ && is_on_one_stream();
    captured_ = GraphOrigin{calls[position_], GraphOriginSource::Capture, certain};
  }

  /// Work of one stream that was launched call by call, in the order in which it ran.
  void collect(const Track& track, std::vector<StringId>& names,
               std::vector<EventId>& launches) const {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t slice = chunk->in_time_order(i);
        if (!is_gpu_work(snapshot_.kind_of(chunk->category[slice]))) continue;
        const auto launch = snapshot_.find_slice(chunk->link[slice]);
        if (!launch || launches_graph(snapshot_.text(launch->chunk->name[launch->slice]))) continue;
        names.push_back(chunk->name[slice]);
        launches.push_back(chunk->link[slice]);
      }
    }
  }

  [[nodiscard]] std::optional<GraphOrigin> same_sequence() const {
    std::vector<StringId> wanted;
    for (const Node& node : nodes_) wanted.push_back(node.name);
    const std::boyer_moore_horspool_searcher searcher(wanted.begin(), wanted.end());
    for (const Track& track : snapshot_.tracks) {
      if (track.kind != TrackKind::GpuStream || track.device != device()) continue;
      std::vector<StringId> names;
      std::vector<EventId> launches;
      collect(track, names, launches);
      const auto found = std::search(names.begin(), names.end(), searcher);
      if (found == names.end()) continue;
      const auto first = static_cast<std::size_t>(found - names.begin());
      return GraphOrigin{launches[first + position_], GraphOriginSource::SameSequence, false};
    }
    return std::nullopt;
  }

  [[nodiscard]] std::int64_t device() const {
    return snapshot_.tracks[index_of(nodes_.front().track)].device;
  }

  const Snapshot& snapshot_;
  std::optional<SliceRef> replay_;
  std::vector<Node> nodes_;  // in the order in which they started
  std::size_t position_ = 0;
  std::optional<GraphOrigin> captured_;
};

}  // namespace

bool launches_graph(std::string_view call) {
  return call.find("GraphLaunch") != call.npos;
}

std::optional<GraphOrigin> graph_origin_of(const Snapshot& snapshot, EventId replay,
                                           EventId gpu_event) {
  return OriginFinder(snapshot, replay).find(gpu_event);
}

}  // namespace lanescope
