#include "core/view/details/graph.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

namespace lanescope {
namespace {

bool is_graph_launch(const Snapshot& snapshot, EventId event) {
  const auto home = snapshot.find_slice(event);
  return home && snapshot.kind_of(home->chunk->category[home->slice]) == CategoryKind::HostCall &&
         snapshot.text(home->chunk->name[home->slice]).find("GraphLaunch") !=
             std::string_view::npos;
}

/// The same for the same work in any order: streams of a graph run side by side.
std::pair<std::size_t, std::uint64_t> signature(const Snapshot& snapshot,
                                                std::span<const EventId> work) {
  std::uint64_t sum = 0;
  for (const EventId event : work) {
    const auto home = snapshot.find_slice(event);
    if (!home) continue;
    std::uint64_t hash = index_of(home->chunk->name[home->slice]) + 1;
    hash *= 0x9E3779B97F4A7C15ULL;
    sum += hash ^ (hash >> 29U);
  }
  return {work.size(), sum};
}

void count_replays(const Snapshot& snapshot, EventId launch, DetailsGraph& graph) {
  const LaunchIndex& index = *snapshot.launches;
  const auto own = signature(snapshot, index.events_of(launch));
  const auto start_of = [&](EventId event) {
    const auto home = snapshot.find_slice(event);
    return std::pair{home ? home->chunk->start_ns[home->slice] : kMaxNs, event};
  };
  const auto own_start = start_of(launch);
  for (std::size_t i = 0; i < index.launch.size();) {
    const EventId other = index.launch[i];
    const auto work = index.events_of(other);
    i += std::max<std::size_t>(1, work.size());
    if (work.size() != own.first || !is_graph_launch(snapshot, other)) continue;
    if (signature(snapshot, work) != own) continue;
    ++graph.replays;
    if (start_of(other) <= own_start) ++graph.replay;
  }
}

}  // namespace

std::optional<DetailsGraph> graph_of(const Snapshot& snapshot, EventId launch, EventId gpu_event) {
  if (!snapshot.launches || !is_graph_launch(snapshot, launch)) return std::nullopt;
  DetailsGraph graph;
  count_replays(snapshot, launch, graph);
  const auto own = snapshot.find_slice(gpu_event);
  for (const EventId event : snapshot.launches->events_of(launch)) {
    ++graph.nodes;
    const auto home = snapshot.find_slice(event);
    if (!own || !home) continue;
    const auto moment = [](const SliceRef& ref) {
      return std::tuple{ref.chunk->start_ns[ref.slice], ref.chunk->id_of(ref.slice)};
    };
    if (moment(*home) <= moment(*own)) ++graph.node;
  }
  return graph;
}

}  // namespace lanescope
