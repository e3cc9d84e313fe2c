#include "core/view/timeline/busiest_tracks.h"

#include <algorithm>
#include <functional>

#include "core/view/timeline/whole_view.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kNearlyAllPercent = 97;
constexpr Ns kSmallPart = 20;  // one twentieth of the extent

/// In a long trace, GPU work in less than a tenth of it would be a hairline.
constexpr Ns kLongTrace = 1'000'000'000;
constexpr Ns kSmallGpuPart = 10;

TimeRange within(TimeRange extent, TimeRange view, Ns margin_ns) {
  return {std::max(extent.begin_ns, saturating_sub(view.begin_ns, margin_ns)),
          std::min(extent.end_ns, saturating_add(view.end_ns, margin_ns))};
}

/// Where nearly all slices are, if that is a small part of the extent; else everything.
TimeRange view_of_most(const Snapshot& snapshot) {
  std::vector<const Track*> tracks;
  std::uint64_t slices = 0;
  for (const Track& track : snapshot.tracks) {
    if (track.slices == 0 || track.kind == TrackKind::Profiler) continue;
    tracks.push_back(&track);
    slices += track.slices;
  }
  std::ranges::sort(tracks, [](const Track* a, const Track* b) { return a->slices > b->slices; });
  TimeRange view{kMaxNs, kMinNs};
  std::uint64_t covered = 0;
  for (const Track* track : tracks) {
    if (covered >= slices / 100 * kNearlyAllPercent && covered > 0) break;
    view.begin_ns = std::min(view.begin_ns, track->bounds.begin_ns);
    view.end_ns = std::max(view.end_ns, track->bounds.end_ns);
    covered += track->slices;
  }
  if (view.empty() || view.length_ns() > snapshot.extent.length_ns() / kSmallPart)
    return whole_view(snapshot);
  return within(snapshot.extent, view, view.length_ns() / 50);
}

/// From the first to the last GPU work; empty if there is none.
TimeRange gpu_range(const Snapshot& snapshot) {
  TimeRange range{kMaxNs, kMinNs};
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::GpuStream && track.slices > 0) range.include(track.bounds);
  }
  return range.begin_ns > range.end_ns ? TimeRange{} : range;
}

}  // namespace

std::size_t keep_busiest(std::vector<const Track*>& tracks, std::size_t most) {
  if (tracks.size() <= most) return 0;
  std::vector<std::uint64_t> slices;
  slices.reserve(tracks.size());
  for (const Track* track : tracks) slices.push_back(track->slices);
  const auto last = slices.begin() + static_cast<std::ptrdiff_t>(most);
  std::ranges::nth_element(slices, last, std::greater<>());
  const std::uint64_t least = *last;
  // Of those with as many slices as the first one removed, the earlier ones are kept.
  auto equals = static_cast<std::size_t>(std::count(slices.begin(), last, least));
  const std::size_t before = tracks.size();
  std::erase_if(tracks, [&](const Track* track) {
    if (track->slices != least) return track->slices < least;
    if (equals == 0) return true;
    --equals;
    return false;
  });
  return before - tracks.size();
}

TimeRange first_view(const Snapshot& snapshot) {
  const TimeRange view = view_of_most(snapshot);
  const TimeRange gpu = gpu_range(snapshot);
  const Ns shown_ns = view.length_ns();
  const bool seen = gpu.begin_ns >= view.begin_ns && gpu.end_ns <= view.end_ns;
  if (gpu.empty() || !seen || shown_ns < kLongTrace || gpu.length_ns() > shown_ns / kSmallGpuPart)
    return view;
  // Beside short work, what the host does before and after it.
  return within(snapshot.extent, gpu, std::max(gpu.length_ns() / 10, shown_ns / 1000));
}

}  // namespace lanescope
