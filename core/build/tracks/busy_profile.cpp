#include "core/build/tracks/busy_profile.h"

#include <algorithm>
#include <map>

#include "core/base/check.h"
#include "core/build/tracks/run_sort.h"

namespace lanescope {
namespace {

/// Per device, and in total: a file may name any number of devices.
constexpr std::size_t kMostBins = 4096, kMostBinsOfAll = kMostBins * 256, kFewestBins = 16;

/// Adds [begin, end) to the bins it touches. Relative to the range, times are small enough for
/// doubles.
void add_interval(BusyProfile& profile, double bin_ns, Ns begin_ns, Ns end_ns) {
  const double begin = static_cast<double>(begin_ns - profile.range.begin_ns) / bin_ns;
  const double end = static_cast<double>(end_ns - profile.range.begin_ns) / bin_ns;
  for (double at = begin; at < end;) {
    const std::size_t last = profile.share.size() - 1;
    const auto bin = std::min(static_cast<std::size_t>(std::max(at, 0.0)), last);
    const double stop = bin == last ? end : std::min(end, static_cast<double>(bin + 1));
    profile.share[bin] += static_cast<float>(stop - at);
    at = stop;
  }
}

std::vector<TimeRange> sorted_work(const Snapshot& snapshot,
                                   const std::vector<const Track*>& tracks) {
  std::vector<TimeRange> work;
  for (const Track* track : tracks) {
    for (const auto& chunk : track->chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t s = chunk->in_time_order(i);
        const CategoryKind kind = snapshot.kind_of(chunk->category[s]);
        if (is_gpu_work(kind)) work.push_back(chunk->range(s));
      }
    }
  }
  const auto earlier = [](const TimeRange& a, const TimeRange& b) {
    return a.begin_ns < b.begin_ns;
  };
  run_sort(std::span(work), earlier);
  return work;
}

}  // namespace

std::vector<BusyProfile> gpu_busy_profiles(const Snapshot& snapshot) {
  std::vector<BusyProfile> profiles;
  if (snapshot.extent.empty()) return profiles;
  std::map<std::int64_t, std::vector<const Track*>> devices;
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::GpuStream && track.slices != 0)
      devices[track.device].push_back(&track);
  }
  if (devices.empty()) return profiles;
  const std::size_t bins = std::clamp(kMostBinsOfAll / devices.size(), kFewestBins, kMostBins);
  const double bin_ns =
      static_cast<double>(snapshot.extent.length_ns()) / static_cast<double>(bins);
  LANESCOPE_CHECK(bin_ns > 0, "bins of some length: {} in {} ns", bins,
                  snapshot.extent.length_ns());
  for (const auto& [device, tracks] : devices) {
    BusyProfile profile{device, snapshot.extent, std::vector<float>(bins, 0.0F)};
    Ns covered = kMinNs;
    for (const TimeRange& w : sorted_work(snapshot, tracks)) {
      if (w.end_ns > covered)
        add_interval(profile, bin_ns, std::max(w.begin_ns, covered), w.end_ns);
      covered = std::max(covered, w.end_ns);
    }
    for (float& share : profile.share) share = std::min(share, 1.0F);
    profiles.push_back(std::move(profile));
  }
  return profiles;
}

}  // namespace lanescope
