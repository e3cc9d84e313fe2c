#include "core/view/lanes/stream_use.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/analysis/events/recording_pauses.h"

namespace lanescope {
namespace {

constexpr std::size_t kPixels = 2048;

LaneRole lane_role(ColorRole role) {
  if (role == ColorRole::Communication) return LaneRole::Communication;
  return role == ColorRole::Copy ? LaneRole::Copies : LaneRole::Compute;
}

/// Busy time by type: compute, communication, copies.
using Tally = std::array<double, 3>;

std::size_t slot(LaneRole role) {
  return static_cast<std::size_t>(role) - static_cast<std::size_t>(LaneRole::Compute);
}

void add_row(const Snapshot& snapshot, const RowPieces& pieces, RoleTable& roles, Tally& tally) {
  for (const RowPiece& piece : pieces) {
    const LaneRole role = lane_role(roles.role(piece.name, snapshot.kind_of(piece.category)));
    // A stream of zero-length events still has a role.
    tally[slot(role)] += static_cast<double>(piece.busy_ns) + 1e-3;
  }
}

/// How many GPU events of a stream are searched for the last one that the last step launched.
constexpr std::uint32_t kMostSearched = 100'000;

/// The end of the last work on a stream that was launched in a step; the step's own end if none
/// ends later.
Ns end_of_work(const Snapshot& snapshot, const Track& track, TimeRange step) {
  std::uint32_t left = kMostSearched;
  for (auto chunk = track.chunks.rbegin(); chunk != track.chunks.rend(); ++chunk) {
    for (std::uint32_t i = (*chunk)->size(); i > 0 && left > 0; --i, --left) {
      const std::uint32_t slice = (*chunk)->in_time_order(i - 1);
      const TimeRange work = (*chunk)->range(slice);
      if (work.end_ns <= step.end_ns) return step.end_ns;
      const auto launch = snapshot.find_slice((*chunk)->link[slice]);
      if (launch && step.contains(launch->chunk->start_ns[launch->slice])) return work.end_ns;
    }
  }
  return step.end_ns;
}

/// From the first step to the last, with the GPU work of the last; empty without steps.
TimeRange steps_range(const Snapshot& snapshot) {
  TimeRange range{kMaxNs, kMinNs};
  TimeRange last{kMinNs, kMinNs};
  for (const Step& step : snapshot.steps) {
    range.begin_ns = std::min(range.begin_ns, step.range.begin_ns);
    range.end_ns = std::max(range.end_ns, step.range.end_ns);
    if (step.range.begin_ns >= last.begin_ns) last = step.range;
  }
  if (range.empty()) return {};
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::GpuStream)
      range.end_ns = std::max(range.end_ns, end_of_work(snapshot, track, last));
  }
  return range;
}

}  // namespace

StreamUse stream_use(const Snapshot& snapshot, const Track& track, const UseWindow& window,
                     RoleTable& roles) {
  StreamUse use;
  if (track.slices == 0) return use;
  Tally tally{};
  RowPieces pieces;
  std::vector<double> busy_ns(kPixels, 0.0);
  const double bounds_px = static_cast<double>(track.bounds.length_ns()) / kPixels;
  for (const auto& chunk : track.chunks) {
    for (const Row& row : chunk->rows) {
      const RowSlices slices = chunk->slices_of(row);
      pieces.clear();
      const TimeRange all = {track.bounds.begin_ns, saturating_add(track.bounds.end_ns, 1)};
      query_row(row.lod, slices, all, bounds_px, pieces);
      add_row(snapshot, pieces, roles, tally);
      add_busy(row.lod, slices, window.range, busy_ns);
    }
  }
  const auto most = std::max_element(tally.begin(), tally.end());
  use.role = static_cast<LaneRole>(static_cast<std::size_t>(LaneRole::Compute) +
                                   static_cast<std::size_t>(most - tally.begin()));
  // Rows of a stream have concurrent work: a pixel cannot be busier than its width.
  const double pixel_ns = static_cast<double>(window.range.length_ns()) / kPixels;
  double total_ns = 0;
  for (const double ns : busy_ns) total_ns += std::min(ns, pixel_ns);
  if (window.recorded_ns > 0)
    use.busy = std::min(1.0, total_ns / static_cast<double>(window.recorded_ns));
  return use;
}

UseWindow use_window(const Snapshot& snapshot, std::int64_t device) {
  TimeRange window = steps_range(snapshot);
  if (window.empty()) {
    window = {kMaxNs, kMinNs};
    for (const Track& track : snapshot.tracks) {
      if (track.kind != TrackKind::GpuStream || track.device != device || track.slices == 0)
        continue;
      window.begin_ns = std::min(window.begin_ns, track.bounds.begin_ns);
      window.end_ns = std::max(window.end_ns, track.bounds.end_ns);
    }
  }
  if (window.empty()) return {};
  return {window, window.length_ns() - paused_length(recording_pauses(snapshot), {}, window)};
}

}  // namespace lanescope
