#include "core/view/idle/idle_lane.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/view/timeline/density.h"

namespace lanescope {
namespace {

constexpr double kOutsidePx = 4;           // rectangles are clipped this far outside the viewport
constexpr double kThinPx = 1;              // narrower parts of a gap are not drawn separately
constexpr std::size_t kMostWalked = 1000;  // pieces beyond the view that are added to a part

std::vector<TimeRange> pauses_of(const IdleDevice& device) {
  std::vector<TimeRange> pauses;
  for (const IdleGap& gap : device.gaps) {
    for (const IdlePiece piece : device.pieces_of(gap)) {
      if (piece.what == IdleClass::Paused && !piece.range.empty()) pauses.push_back(piece.range);
    }
  }
  return merged(pauses);
}

/// How long the pieces of a class are that end where piece `i` of a gap begins. Without them, a
/// part that begins before the view would be as long as what is seen of it.
Ns same_before_ns(const GapPieces& pieces, std::size_t i, IdleClass what) {
  Ns ns = 0;
  for (std::size_t walked = 0; i > 0 && walked < kMostWalked; ++walked) {
    const IdlePiece piece = pieces[--i];
    if (piece.what != what) break;
    ns = saturating_add(ns, piece.range.length_ns());
  }
  return ns;
}

/// The same for those from piece `i` on.
Ns same_after_ns(const GapPieces& pieces, std::size_t i, IdleClass what) {
  Ns ns = 0;
  for (std::size_t walked = 0; i < pieces.size() && walked < kMostWalked; ++i, ++walked) {
    const IdlePiece piece = pieces[i];
    if (piece.what != what) break;
    ns = saturating_add(ns, piece.range.length_ns());
  }
  return ns;
}

}  // namespace

void density_parts(std::span<const IdleRect> rects, std::vector<DensityPart>& out) {
  out.clear();
  for (const IdleRect& rect : rects) {
    if (rect.count > 1) {
      out.push_back({rect.x0_px, rect.x1_px, rect.idle});
    } else {
      // The end of a part that was widened to a pixel says nothing.
      out.push_back({rect.x0_px, rect.x0_px + rect.idle * (rect.x1_px - rect.x0_px)});
    }
  }
}

IdleLane::IdleLane(std::shared_ptr<const IdleTime> all, std::size_t device)
    : all_(std::move(all)),
      device_(device),
      strip_(ranges_of(this->device().gaps)),
      pauses_(pauses_of(this->device())) {}

void IdleLane::rects(const Viewport& viewport, std::vector<StripRun>& runs,
                     std::vector<IdleRect>& out) const {
  out.clear();
  strip_.runs(viewport, runs);
  for (const StripRun& run : runs) {
    if (run.last == run.first + 1 && run.x1_px - run.x0_px > kThinPx) {
      add_parts(viewport, run.first, out);
      continue;
    }
    // The run's own edges are those of its pixel.
    const double x0 = std::max(viewport.x_of(gap(run.first).range.begin_ns), -kOutsidePx);
    const double x1 = std::max(viewport.x_of(gap(run.last - 1).range.end_ns), x0);
    const double covered_px = static_cast<double>(run.covered_ns) / viewport.ns_per_px();
    const double idle = x1 > x0 ? std::min(1.0, covered_px / (x1 - x0)) : 1;
    const IdleGap& longest = gap(run.longest);
    out.push_back({static_cast<float>(x0), static_cast<float>(x1), run.longest,
                   run.last - run.first, longest.main, static_cast<float>(idle),
                   longest.range.length_ns()});
  }
}

/// The pieces of a gap; if several share a pixel, the first represents them.
void IdleLane::add_parts(const Viewport& viewport, std::uint32_t index,
                         std::vector<IdleRect>& out) const {
  const auto pieces = device().pieces_of(gap(index));
  const TimeRange view = viewport.range();
  const double gap_end_px = viewport.x_of(gap(index).range.end_ns);
  const std::size_t first_rect = out.size();
  std::size_t i = pieces.ends_after(view.begin_ns);
  while (i < pieces.size()) {
    const IdlePiece piece = pieces[i];
    if (piece.range.begin_ns >= view.end_ns) break;
    const double x0 = std::max(viewport.x_of(piece.range.begin_ns), -kOutsidePx);
    const double x1 = std::min(viewport.x_of(piece.range.end_ns), viewport.width_px() + kOutsidePx);
    if (out.size() > first_rect && out.back().what == piece.what) {
      // A part that was widened to a pixel may already reach farther.
      if (static_cast<float>(x1) > out.back().x1_px) {
        out.back().x1_px = static_cast<float>(x1);
        out.back().idle = 1;
      }
      out.back().length_ns = saturating_add(out.back().length_ns, piece.range.length_ns());
      ++i;
      continue;
    }
    const double end_px = std::max(x1, x0 + kThinPx);
    const double idle = std::min(1.0, (gap_end_px - x0) / (end_px - x0));
    const Ns before_ns = out.size() == first_rect ? same_before_ns(pieces, i, piece.what) : 0;
    out.push_back({static_cast<float>(x0), static_cast<float>(end_px), index, 1, piece.what,
                   static_cast<float>(idle), saturating_add(before_ns, piece.range.length_ns())});
    i = pieces.ends_after(viewport.time_at(end_px), i + 1);
  }
  if (out.size() == first_rect) return;
  IdleRect& last = out.back();
  last.length_ns = saturating_add(last.length_ns, same_after_ns(pieces, i, last.what));
}

std::optional<IdleLane::Hit> IdleLane::hit(const Viewport& viewport, double x_px,
                                           double reach_px) const {
  const auto run = strip_.hit(viewport, x_px, reach_px);
  if (!run) return std::nullopt;
  return Hit{run->longest, run->last - run->first, run->covered_ns};
}

std::optional<std::uint32_t> IdleLane::at(Ns time_ns) const {
  const std::vector<IdleGap>& gaps = device().gaps;
  const auto after = std::ranges::upper_bound(
      gaps, time_ns, {}, [](const IdleGap& gap) { return gap.range.begin_ns; });
  if (after == gaps.begin() || time_ns >= std::prev(after)->range.end_ns) return std::nullopt;
  return static_cast<std::uint32_t>(std::prev(after) - gaps.begin());
}

std::optional<std::uint32_t> IdleLane::next_of_cause(std::uint32_t gap, bool forward) const {
  const std::vector<IdleGap>& gaps = device().gaps;
  std::uint32_t at = gap;
  while (forward ? at + 1 < gaps.size() : at > 0) {
    at = forward ? at + 1 : at - 1;
    if (gaps[at].main == gaps[gap].main) return at;
  }
  return std::nullopt;
}

const IdleLane* IdleLanes::of(std::int64_t device) const {
  for (const IdleLane& lane : lanes) {
    if (lane.device().device == device) return &lane;
  }
  return nullptr;
}

/// Over all devices; `from_ns` if there is none.
static Ns end_of_gpu_work(const AnalysisResults& in, Ns from_ns) {
  Ns end_ns = from_ns;
  for (const DeviceTimeline& timeline : in.about(whole_window()).of<DeviceTimelines>()->devices)
    end_ns = std::max(end_ns, timeline.window.end_ns);
  return end_ns;
}

std::string_view IdleLanes::missing(std::int64_t device) const {
  const IdleLane* lane = of(device);
  if (lane != nullptr) return lane->device().gaps.empty() ? "No idle gaps" : "";
  return lanes.size() < kMostIdleDevices ? "No GPU work" : "Not computed: too many GPUs";
}

IdleLanes idle_lanes_insight(const AnalysisResults& in) {
  IdleLanes out;
  // Includes the time before the first work and after the last: windows of steps count it, and the
  // gaps that they list must be found here. The window of the whole trace omits it. If loading
  // ended early, there may have been more GPU work after the last.
  TimeRange range = in.trace.extent;
  if (!in.trace.report.complete) range.end_ns = end_of_gpu_work(in, range.begin_ns);
  AnalysisWindow window = range_window(range);
  window.thresholds = in.window.thresholds;
  const auto idle = in.about(window).of<IdleTime>();
  for (std::size_t i = 0; i < idle->devices.size(); ++i) out.lanes.emplace_back(idle, i);
  return out;
}

std::vector<std::pair<IdleClass, Ns>> classes_of(const IdleDevice& device, const IdleGap& gap) {
  std::array<Ns, kIdleClasses + 1> sums{};  // including pauses
  for (const IdlePiece piece : device.pieces_of(gap)) {
    Ns& sum = sums.at(static_cast<std::size_t>(piece.what));
    sum = saturating_add(sum, piece.range.length_ns());
  }
  std::vector<std::pair<IdleClass, Ns>> out;
  for (std::size_t c = 0; c < sums.size(); ++c) {
    if (sums.at(c) > 0) out.emplace_back(static_cast<IdleClass>(c), sums.at(c));
  }
  std::ranges::stable_sort(out, std::greater<>(), [](const auto& one) { return one.second; });
  return out;
}

}  // namespace lanescope
