#include "core/view/timeline/strip_index.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope {
namespace {

constexpr std::uint32_t kTogether = 64;  // ranges per entry in longest_
constexpr double kOutsidePx = 4;         // runs are clipped this far outside the viewport
constexpr double kThinPx = 1;            // narrower ranges share a pixel

}  // namespace

StripIndex::StripIndex(std::vector<TimeRange> ranges) : ranges_(std::move(ranges)) {
  before_ns_.reserve(ranges_.size() + 1);
  before_ns_.push_back(0);
  for (std::uint32_t i = 0; i < size(); ++i) {
    before_ns_.push_back(saturating_add(before_ns_.back(), ranges_[i].length_ns()));
    if (i % kTogether == 0) longest_.push_back(i);
    if (ranges_[i].length_ns() > ranges_[longest_.back()].length_ns()) longest_.back() = i;
  }
}

std::uint32_t StripIndex::first_ending_after(Ns time_ns) const {
  const auto at = std::ranges::upper_bound(ranges_, time_ns, {}, &TimeRange::end_ns);
  return static_cast<std::uint32_t>(at - ranges_.begin());
}

std::uint32_t StripIndex::first_starting_at(Ns time_ns) const {
  const auto at = std::ranges::lower_bound(ranges_, time_ns, {}, &TimeRange::begin_ns);
  return static_cast<std::uint32_t>(at - ranges_.begin());
}

std::uint32_t StripIndex::longest_in(std::uint32_t first, std::uint32_t last) const {
  std::uint32_t best = first;
  for (std::uint32_t i = first; i < last;) {
    const bool together = i % kTogether == 0 && i + kTogether <= last;
    const std::uint32_t candidate = together ? longest_[i / kTogether] : i;
    if (ranges_[candidate].length_ns() > ranges_[best].length_ns()) best = candidate;
    i += together ? kTogether : 1;
  }
  return best;
}

StripRun StripIndex::run_of(std::uint32_t first, std::uint32_t last) const {
  return {first, last, longest_in(first, last), saturating_sub(before_ns_[last], before_ns_[first]),
          0,     0};
}

void StripIndex::runs(const Viewport& viewport, std::vector<StripRun>& out) const {
  out.clear();
  const TimeRange view = viewport.range();
  const double right_px = viewport.width_px() + kOutsidePx;
  for (std::uint32_t i = first_ending_after(view.begin_ns); i < size();) {
    const TimeRange range = ranges_[i];
    if (range.begin_ns >= view.end_ns) return;
    const double x0 = viewport.x_of(range.begin_ns);
    const double x1 = viewport.x_of(range.end_ns);
    if (x1 - x0 >= kThinPx) {
      out.push_back(run_of(i, i + 1));
      out.back().x0_px = std::max(x0, -kOutsidePx);
      out.back().x1_px = std::min(x1, right_px);
      ++i;
      continue;
    }
    // All that start in this pixel, except a wide one at its end.
    const double pixel = std::floor(std::max(x0, -kOutsidePx));
    const Ns pixel_end_ns =
        std::max(viewport.time_at(pixel + 1), saturating_add(range.begin_ns, 1));
    std::uint32_t last = std::max(first_starting_at(pixel_end_ns), i + 1);
    const TimeRange final = ranges_[last - 1];
    if (last > i + 1 && viewport.x_of(final.end_ns) - viewport.x_of(final.begin_ns) >= kThinPx)
      --last;
    out.push_back(run_of(i, last));
    out.back().x0_px = pixel;
    out.back().x1_px = pixel + 1;
    i = last;
  }
}

std::optional<StripRun> StripIndex::hit(const Viewport& viewport, double x_px,
                                        double reach_px) const {
  const auto within = [&](double from_px, double to_px) -> std::optional<StripRun> {
    const Ns begin_ns = viewport.time_at(from_px);
    const Ns end_ns = std::max(viewport.time_at(to_px), saturating_add(begin_ns, 1));
    const std::uint32_t first = first_ending_after(begin_ns);
    const std::uint32_t last = first_starting_at(end_ns);
    if (first >= last) return std::nullopt;
    return run_of(first, last);
  };
  const double pixel = std::floor(x_px);
  if (auto found = within(pixel, pixel + 1)) return found;
  return within(pixel - reach_px, pixel + reach_px);
}

Ns StripIndex::covered_in(TimeRange range) const {
  const std::uint32_t first = first_ending_after(range.begin_ns);
  const std::uint32_t last = first_starting_at(range.end_ns);
  if (range.empty() || first >= last) return 0;
  const Ns early_ns = std::max<Ns>(0, saturating_sub(range.begin_ns, ranges_[first].begin_ns));
  const Ns late_ns = std::max<Ns>(0, saturating_sub(ranges_[last - 1].end_ns, range.end_ns));
  return saturating_sub(before_ns_[last], before_ns_[first]) - early_ns - late_ns;
}

std::optional<std::uint32_t> StripIndex::find(TimeRange range) const {
  const std::uint32_t at = first_starting_at(range.begin_ns);
  if (at >= size() || !(ranges_[at] == range)) return std::nullopt;
  return at;
}

}  // namespace lanescope
