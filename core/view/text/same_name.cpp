#include "core/view/text/same_name.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope {
namespace {

/// Interpolates linearly between the two nearest, like NumPy. `sorted` must not be empty.
Ns percentile(const std::vector<Ns>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double way_ns = static_cast<double>(saturating_sub(sorted[above], sorted[below]));
  return saturating_add(sorted[below],
                        static_cast<Ns>(std::llround(way_ns * (at - static_cast<double>(below)))));
}

void fill_histogram(DetailsSameName& out, const std::vector<Ns>& sorted, Ns own_ns,
                    std::uint32_t bins) {
  bins = std::max(1U, bins);
  out.histogram.assign(bins, 0);
  const double width_ns =
      std::max(1.0, static_cast<double>(saturating_sub(out.max_ns, out.min_ns))) / bins;
  const auto bin_of = [&](Ns dur_ns) {
    const double from_min_ns = static_cast<double>(saturating_sub(dur_ns, out.min_ns));
    return std::min(bins - 1, static_cast<std::uint32_t>(from_min_ns / width_ns));
  };
  for (const Ns dur_ns : sorted) ++out.histogram[bin_of(dur_ns)];
  out.own_bin = bin_of(own_ns);
}

}  // namespace

DetailsSameName same_name_stats(const Snapshot& snapshot, EventId event, std::uint32_t bins,
                                const std::stop_token& stop) {
  DetailsSameName out;
  const auto home = snapshot.find_slice(event);
  if (!home) return out;
  const StringId name = home->chunk->name[home->slice];
  const CategoryKind kind = snapshot.kind_of(home->chunk->category[home->slice]);
  const std::pair own{home->chunk->start_ns[home->slice], event};
  const Ns own_ns = home->chunk->dur_ns[home->slice];
  std::vector<Ns> durations;
  for (const Track& track : snapshot.tracks) {
    for (const auto& chunk : track.chunks) {
      if (stop.stop_requested()) return {};
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        if (chunk->name[i] != name || snapshot.kind_of(chunk->category[i]) != kind) continue;
        const Ns dur_ns = chunk->dur_ns[i];
        durations.push_back(dur_ns);
        out.total_ns = saturating_add(out.total_ns, dur_ns);
        if (std::pair{chunk->start_ns[i], chunk->id_of(i)} <= own) ++out.ordinal;
        // Equal durations are ranked by their order in the file.
        if (dur_ns > own_ns || (dur_ns == own_ns && chunk->id_of(i) <= event)) ++out.rank;
      }
    }
  }
  std::sort(durations.begin(), durations.end());
  out.count = durations.size();
  out.min_ns = durations.front();
  out.max_ns = durations.back();
  out.p50_ns = percentile(durations, 0.50);
  out.p95_ns = percentile(durations, 0.95);
  fill_histogram(out, durations, own_ns, bins);
  return out;
}

}  // namespace lanescope
