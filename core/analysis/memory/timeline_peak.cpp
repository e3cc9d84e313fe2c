#include "core/analysis/memory/timeline_peak.h"

#include <algorithm>
#include <cmath>

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

class PeakFinder {
 public:
  explicit PeakFinder(const Snapshot& snapshot) : snapshot_(snapshot) {
    for (const auto& counter : snapshot.counters) {
      if (snapshot.text(counter->name) != kMemoryTimelineCounter) continue;
      const std::size_t category = out_.categories.size();
      out_.categories.emplace_back().name = counter->series;
      for (std::size_t i = 0; i < counter->time_ns.size(); ++i)
        samples_.push_back({counter->time_ns[i], category, whole_bytes(counter->value[i])});
    }
    std::ranges::stable_sort(samples_, {}, &Sample::time_ns);
    now_.resize(out_.categories.size());
  }

  std::optional<TimelinePeak> find(const AnalysisWindow& window) {
    for (std::size_t i = 0; i < samples_.size();) {
      const Ns time_ns = samples_[i].time_ns;
      for (; i < samples_.size() && samples_[i].time_ns == time_ns; ++i)
        now_[samples_[i].category] = samples_[i].bytes;
      if (window.has_start(time_ns)) take_point(time_ns);
    }
    if (out_.points == 0) return std::nullopt;
    std::ranges::sort(out_.categories,
                      [this](const TimelineCategory& a, const TimelineCategory& b) {
                        if (a.at_peak != b.at_peak) return a.at_peak > b.at_peak;
                        return snapshot_.text(a.name) < snapshot_.text(b.name);
                      });
    return std::move(out_);
  }

 private:
  void take_point(Ns time_ns) {
    const bool first = out_.points++ == 0;
    std::int64_t total = 0;
    for (std::size_t c = 0; c < now_.size(); ++c) {
      total = saturating_add(total, now_[c]);
      TimelineCategory& category = out_.categories[c];
      if (!first && now_[c] <= category.peak) continue;
      category.peak = now_[c];
      category.peak_at_ns = time_ns;
    }
    if (!first && total <= out_.peak) return;
    out_.peak = total;
    out_.peak_at_ns = time_ns;
    for (std::size_t c = 0; c < now_.size(); ++c) out_.categories[c].at_peak = now_[c];
  }

  const Snapshot& snapshot_;
  std::vector<Sample> samples_;
  std::vector<std::int64_t> now_;  // by category
  TimelinePeak out_;
};

}  // namespace

std::optional<TimelinePeak> find_timeline_peak(const Snapshot& snapshot,
                                               const AnalysisWindow& window) {
  return PeakFinder(snapshot).find(window);
}

}  // namespace lanescope
