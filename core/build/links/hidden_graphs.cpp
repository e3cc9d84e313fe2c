#include "core/build/links/hidden_graphs.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {
namespace {

/// By StringId; empty if no text names such a launch.
std::vector<bool> graph_launches(const Snapshot& snapshot) {
  std::vector<bool> launches(snapshot.strings->size());
  for (std::uint32_t i = 0; i < launches.size(); ++i)
    launches[i] = snapshot.text(StringId{i}).find("GraphLaunch") != std::string_view::npos;
  const bool any = std::ranges::any_of(launches, std::identity());
  return any ? launches : std::vector<bool>();
}

/// A launch, and the calls of the driver inside it: one of them has the work.
struct Launch {
  SliceRef outer;
  bool has_work = false;
};

class Teller {
 public:
  Teller(const Snapshot& snapshot, std::vector<bool> names, IssueLog& issues)
      : snapshot_(snapshot), names_(std::move(names)), issues_(issues) {}

  void tell_of(const Track& track) {
    std::optional<Launch> launch;
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t slice = chunk->in_time_order(i);
        if (!names_[index_of(chunk->name[slice])] ||
            snapshot_.kind_of(chunk->category[slice]) != CategoryKind::HostCall)
          continue;
        const bool inside = launch && chunk->start_ns[slice] < end_ns(*launch);
        if (!inside) {
          finish(launch);
          launch = Launch{{&track, chunk.get(), slice}};
        }
        launch->has_work |= !snapshot_.launches->events_of(chunk->id_of(slice)).empty();
      }
    }
    finish(launch);
  }

 private:
  static Ns end_ns(const Launch& launch) { return launch.outer.chunk->end_ns(launch.outer.slice); }

  void finish(const std::optional<Launch>& launch) {
    if (!launch || launch->has_work) return;
    const TrackChunk& chunk = *launch->outer.chunk;
    std::string call(snapshot_.text(chunk.name[launch->outer.slice]));
    if (snapshot_.info.format.starts_with("nsys")) call += "; record with --cuda-graph-trace=node";
    issues_.add(Issue::GraphsWithoutKernels, chunk.place[launch->outer.slice].offset(), call);
  }

  const Snapshot& snapshot_;
  std::vector<bool> names_;
  IssueLog& issues_;
};

}  // namespace

void tell_hidden_graphs(const Snapshot& snapshot, IssueLog& issues) {
  if (!snapshot.launches || snapshot.launches->launch.empty()) return;
  std::vector<bool> names = graph_launches(snapshot);
  if (names.empty()) return;
  Teller teller(snapshot, std::move(names), issues);
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::CpuThread) teller.tell_of(track);
  }
}

}  // namespace lanescope
