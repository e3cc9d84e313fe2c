#include "core/view/timeline/viewport.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

/// Distances that fit safely in int64, whatever times a trace contains.
constexpr double kFarNs = 4e18;
constexpr double kMostCoveredShare = 0.8;  // of the width

/// b - a in nanoseconds, exact for distances below 2^53 ns (104 days).
double distance_ns(Ns a, Ns b) {
  Ns difference = 0;
  if (!__builtin_sub_overflow(b, a, &difference)) return static_cast<double>(difference);
  return static_cast<double>(b) - static_cast<double>(a);
}

double mixed(double from, double to, double share) {
  return from + (to - from) * share;
}

}  // namespace

TimeView shifted(TimeView view, double by_ns) {
  const double sum = view.begin_fraction_ns + std::clamp(by_ns, -kFarNs, kFarNs);
  const double whole = std::floor(sum);
  view.begin_ns = saturating_add(view.begin_ns, static_cast<Ns>(whole));
  view.begin_fraction_ns = std::clamp(sum - whole, 0.0, std::nextafter(1.0, 0.0));
  return view;
}

void Viewport::set_extent(TimeRange extent) {
  if (extent.empty()) extent = {extent.begin_ns, saturating_add(extent.begin_ns, 1)};
  if (extent == extent_) return;
  const bool all = shows_all();
  extent_ = extent;
  if (all) {
    fit();
  } else {
    view_ = clamped(view_);
  }
}

void Viewport::set_width_px(double width_px) {
  width_px_ = std::max(1.0, width_px);
  covered_px_ = std::min(covered_px_, width_px_ * kMostCoveredShare);
}

void Viewport::set_covered_px(double covered_px) {
  const double before_px = covered_px_;
  covered_px_ = std::clamp(covered_px, 0.0, width_px_ * kMostCoveredShare);
  if (covered_px_ >= before_px) return;
  const TimeView inside = clamped(target());
  if (!(inside == target())) glide_to(inside);
}

TimeRange Viewport::range() const {
  const Ns end_ns =
      shifted(view_, std::ceil(view_.span_ns)).begin_ns;  // at most one nanosecond beyond
  return {view_.begin_ns, saturating_add(end_ns, 1)};
}

bool Viewport::shows_all() const {
  return x_of(extent_.begin_ns) >= -0.5 && x_of(extent_.end_ns) <= width_px_ + 0.5;
}

double Viewport::x_of(Ns time_ns) const {
  return (distance_ns(view_.begin_ns, time_ns) - view_.begin_fraction_ns) / ns_per_px();
}

Ns Viewport::time_at(double x_px) const {
  return shifted(view_, x_px * ns_per_px() + 0.5).begin_ns;
}

double Viewport::max_span_ns() const {
  return std::max(kMinSpanNs, std::min(distance_ns(extent_.begin_ns, extent_.end_ns), kFarNs));
}

TimeView Viewport::clamped(TimeView view, double margin_share) const {
  view.span_ns = std::clamp(std::isfinite(view.span_ns) ? view.span_ns : kMinSpanNs, kMinSpanNs,
                            max_span_ns());
  const double margin_ns = view.span_ns * margin_share;
  const double before_ns = distance_ns(view.begin_ns, extent_.begin_ns) - view.begin_fraction_ns;
  if (before_ns > margin_ns) return shifted(view, before_ns - margin_ns);
  const double after_ns =
      view.span_ns - distance_ns(view.begin_ns, extent_.end_ns) + view.begin_fraction_ns;
  const double most_ns = margin_ns + view.span_ns * covered_px_ / width_px_;
  // A trace shorter than the smallest view has room on both sides; then the start decides.
  const double room_ns = std::max(0.0, margin_ns - before_ns);
  if (after_ns > most_ns) return shifted(view, -std::min(after_ns - most_ns, room_ns));
  return view;
}

TimeView Viewport::view_of(TimeRange range, double margin_share) const {
  const double length_ns =
      range.empty() ? 0 : std::min(distance_ns(range.begin_ns, range.end_ns), kFarNs);
  const double free_share = free_px() / width_px_;
  const double free_ns = std::max(kMinSpanNs * free_share, length_ns * (1 + 2 * margin_share));
  const TimeView view{range.begin_ns, 0, free_ns / free_share};
  return clamped(shifted(view, -(free_ns - length_ns) / 2), 0);
}

void Viewport::set_view(const TimeView& view) {
  glide_left_s_ = 0;
  view_ = clamped(view);
}

void Viewport::show(TimeRange range, double margin_share) {
  set_view(view_of(range, margin_share));
}

void Viewport::fit() {
  show(extent_);
}

void Viewport::zoom(double factor, double x_px) {
  if (!(factor > 0)) return;
  // At the longest view, keeping the time under the cursor would leave an end of the trace out.
  if (factor < 1 && view_.span_ns / factor >= max_span_ns()) return fit();
  const double before_ns = x_px * ns_per_px();
  TimeView view = view_;
  view.span_ns = std::clamp(view_.span_ns / factor, kMinSpanNs, max_span_ns());
  set_view(shifted(view, before_ns - x_px * view.span_ns / width_px_));
}

void Viewport::pan(double dx_px) {
  set_view(shifted(view_, -dx_px * ns_per_px()));
}

void Viewport::center(Ns time_ns) {
  const TimeView there{time_ns, 0, view_.span_ns};
  set_view(clamped(shifted(there, -view_.span_ns * free_px() / width_px_ / 2), 0));
}

void Viewport::glide_to(const TimeView& view) {
  origin_ = view_;
  target_ = clamped(view);
  glide_left_s_ = target_ == view_ ? 0 : kGlideSeconds;
}

void Viewport::glide_to(TimeRange range, double margin_share) {
  glide_to(view_of(range, margin_share));
}

bool Viewport::advance(double seconds) {
  if (!gliding()) return false;
  glide_left_s_ -= std::max(seconds, 0.0);
  if (glide_left_s_ <= 0) {
    glide_left_s_ = 0;
    view_ = target_;
    return false;
  }
  const double done = 1 - glide_left_s_ / kGlideSeconds;
  const double eased = 1 - (1 - done) * (1 - done) * (1 - done);
  // The span changes by constant ratios, so that a large zoom looks equally fast at its start and
  // end; the start moves with it so that one point of the screen stays in place.
  TimeView view;
  view.span_ns = std::exp(mixed(std::log(origin_.span_ns), std::log(target_.span_ns), eased));
  const double change = target_.span_ns - origin_.span_ns;
  const double share =
      std::abs(change) > origin_.span_ns * 1e-6 ? (view.span_ns - origin_.span_ns) / change : eased;
  const double way_ns = distance_ns(origin_.begin_ns, target_.begin_ns) +
                        target_.begin_fraction_ns - origin_.begin_fraction_ns;
  const TimeView from = shifted(origin_, way_ns * share);
  view.begin_ns = from.begin_ns;
  view.begin_fraction_ns = from.begin_fraction_ns;
  view_ = view;
  return true;
}

}  // namespace lanescope
