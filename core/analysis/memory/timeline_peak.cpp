#include <algorithm>
#include <cmath>

#include "core/analysis/memory/memory.h"

namespace lanescope {
namespace {

struct Sample {
  Ns time_ns = 0;
  std::size_t category = 0;
  std::int64_t bytes = 0;
};

std::int64_t whole_bytes(double value) {
  if (!std::isfinite(value)) return 0;
  constexpr double kMost = 9e18;
  return static_cast<std::int64_t>(std::clamp(value, -kMost, kMost));
}

/// All samples of the timeline's categories by time; adds the categories to `out`.
std::vector<Sample> samples_of(const Snapshot& snapshot, TimelinePeak& out) {
  std::vector<Sample> samples;
  for (const auto& counter : snapshot.counters) {
    if (snapshot.text(counter->name) != kMemoryTimelineCounter) continue;
    const std::size_t category = out.categories.size();
    out.categories.emplace_back().name = counter->series;
    for (std::size_t i = 0; i < counter->time_ns.size(); ++i)
      samples.push_back({counter->time_ns[i], category, whole_bytes(counter->value[i])});
  }
  std::ranges::stable_sort(samples, {}, &Sample::time_ns);
  return samples;
}

/// `now` has the bytes of each category at that time.
void take_point(Ns time_ns, const std::vector<std::int64_t>& now, TimelinePeak& out) {
  const bool first = out.points++ == 0;
  std::int64_t total = 0;
  for (std::size_t c = 0; c < now.size(); ++c) {
    total = saturating_add(total, now[c]);
    TimelineCategory& category = out.categories[c];
    if (!first && now[c] <= category.peak) continue;
    category.peak = now[c];
    category.peak_at_ns = time_ns;
  }
  if (!first && total <= out.peak) return;
  out.peak = total;
  out.peak_at_ns = time_ns;
  for (std::size_t c = 0; c < now.size(); ++c) out.categories[c].at_peak = now[c];
}

}  // namespace

std::optional<TimelinePeak> find_timeline_peak(const Snapshot& snapshot,
                                               const AnalysisWindow& window) {
  TimelinePeak out;
  const std::vector<Sample> samples = samples_of(snapshot, out);
  std::vector<std::int64_t> now(out.categories.size());
  for (std::size_t i = 0; i < samples.size();) {
    const Ns time_ns = samples[i].time_ns;
    for (; i < samples.size() && samples[i].time_ns == time_ns; ++i)
      now[samples[i].category] = samples[i].bytes;
    if (window.has_start(time_ns)) take_point(time_ns, now, out);
  }
  if (out.points == 0) return std::nullopt;
  std::ranges::sort(out.categories, [&](const TimelineCategory& a, const TimelineCategory& b) {
    if (a.at_peak != b.at_peak) return a.at_peak > b.at_peak;
    return snapshot.text(a.name) < snapshot.text(b.name);
  });
  return out;
}

}  // namespace lanescope
