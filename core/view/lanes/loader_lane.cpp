#include "core/view/lanes/loader_lane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/analysis/events/name_test.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/loader/loader_frames.h"

namespace lanescope {
namespace {

struct PhaseLook {
  std::string_view title, meaning;
  ColorRole role;
};

/// In the order of LoaderPhase.
constexpr std::array<PhaseLook, 3> kLooks{{
    {"wait for index", "The worker waits for the index of its next batch.", ColorRole::Sync},
    {"fetch", "The worker runs the dataset and the collate function.", ColorRole::DataLoading},
    {"put", "The worker puts the batch into the queue, from which another thread sends it.",
     ColorRole::Copy},
}};

const PhaseLook& look_of(LoaderPhase phase) {
  return kLooks.at(static_cast<std::size_t>(phase));
}

bool runs_worker_loop(const Snapshot& snapshot, const Track& samples) {
  NameTest loops(snapshot, is_worker_loop);
  return std::ranges::any_of(samples.chunks, [&](const auto& chunk) {
    return std::ranges::any_of(chunk->name, [&](StringId name) { return loops(name); });
  });
}

}  // namespace

LoaderLane::LoaderLane(std::shared_ptr<const SampledWorkers> all, std::size_t worker)
    : all_(std::move(all)), worker_(worker), strip_(ranges_of(this->worker().phases)) {}

const LoaderBatch* LoaderLane::batch_of(std::uint32_t index) const {
  const LoaderInterval& one = interval(index);
  if (one.phase != LoaderPhase::Fetch) return nullptr;
  const std::vector<LoaderBatch>& batches = worker().batches;
  const auto at = std::ranges::find(batches, one.range.begin_ns, [](const LoaderBatch& batch) {
    return batch.fetch.empty() ? kMinNs : batch.fetch.begin_ns;
  });
  return at == batches.end() ? nullptr : &*at;
}

EventId LoaderLane::sample_in(const Snapshot& snapshot, std::uint32_t index) const {
  const LoaderInterval& one = interval(index);
  const auto track = std::ranges::find(snapshot.tracks, worker().samples, &Track::id);
  if (track == snapshot.tracks.end()) return one.event;
  const Ns middle_ns = one.range.begin_ns + one.range.length_ns() / 2;
  const EventId line = sampled_line_at(snapshot, *track, middle_ns);
  return line == EventId::None ? one.event : line;
}

void LoaderLane::rects(const Viewport& viewport, std::vector<StripRun>& runs,
                       std::vector<LoaderRect>& out) const {
  out.clear();
  strip_.runs(viewport, runs);
  for (const StripRun& run : runs) {
    out.push_back({static_cast<float>(run.x0_px), static_cast<float>(run.x1_px), run.longest,
                   run.last - run.first, interval(run.longest).phase});
  }
}

void LoaderLane::marks(const Viewport& viewport, std::vector<float>& out) const {
  out.clear();
  const std::vector<LoaderBatch>& batches = worker().batches;
  const auto end_of = [](const LoaderBatch& batch) { return batch.send.end_ns; };
  const TimeRange view = viewport.range();
  auto at = std::ranges::lower_bound(batches, view.begin_ns, {}, end_of);
  while (at != batches.end() && end_of(*at) <= view.end_ns) {
    const double x_px = std::floor(viewport.x_of(end_of(*at)));
    out.push_back(static_cast<float>(x_px));
    at = std::ranges::lower_bound(std::next(at), batches.end(), viewport.time_at(x_px + 1), {},
                                  end_of);
  }
}

std::optional<LoaderLane::Hit> LoaderLane::hit(const Viewport& viewport, double x_px,
                                               double reach_px) const {
  const auto run = strip_.hit(viewport, x_px, reach_px);
  if (!run) return std::nullopt;
  return Hit{run->longest, run->last - run->first, run->covered_ns};
}

const LoaderLane* LoaderLanes::of(TrackId samples) const {
  const auto at = std::ranges::find(lanes, samples,
                                    [](const LoaderLane& lane) { return lane.worker().samples; });
  return at == lanes.end() ? nullptr : &*at;
}

LoaderLanes loader_lanes_insight(const AnalysisResults& in) {
  const auto all = in.of<SampledWorkers>();
  LoaderLanes out;
  for (std::size_t i = 0; i < all->workers.size(); ++i) out.lanes.emplace_back(all, i);
  return out;
}

std::string_view loader_phase_title(LoaderPhase phase) {
  return look_of(phase).title;
}

std::string_view loader_phase_meaning(LoaderPhase phase) {
  return look_of(phase).meaning;
}

ColorRole loader_phase_role(LoaderPhase phase) {
  return look_of(phase).role;
}

void add_loader_lane(const Snapshot& snapshot, LaneGroup& process) {
  const auto of_main = [&](const Lane& lane) {
    if (lane.role != LaneRole::MainThread || lane.kind != LaneKind::Slices) return false;
    const auto track = std::ranges::find(snapshot.tracks, lane.track, &Track::id);
    return track != snapshot.tracks.end() && track->kind == TrackKind::ThreadSamples &&
           runs_worker_loop(snapshot, *track);
  };
  const auto samples = std::ranges::find_if(process.lanes, of_main);
  if (samples == process.lanes.end()) return;
  Lane lane{.key = samples->key + "/batches",
            .title = "batches",
            .facts = "by samples",
            .kind = LaneKind::LoaderBatches,
            .role = LaneRole::MainThread,
            .index = static_cast<std::uint32_t>(index_of(samples->track)),
            .thread = samples->thread_title()};
  process.lanes.insert(samples, std::move(lane));
}

}  // namespace lanescope
