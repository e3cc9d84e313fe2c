// Viewport: which range of time the lanes show, and conversion between time and pixels. Times are
// integers; doubles appear only here, as distances from the view's left edge, so nanoseconds are
// not lost however large the times are. Pixels are relative to the left edge of the lanes' drawing
// area.
#pragma once

#include "core/base/time.h"

namespace lanescope {

/// A start and a length of time. The start has sub-nanosecond precision so that panning is smooth
/// at the deepest zoom.
struct TimeView {
  Ns begin_ns = 0;
  double begin_fraction_ns = 0;  // [0, 1)
  double span_ns = 1;

  friend bool operator==(const TimeView&, const TimeView&) = default;
};

/// Moves `view` by a (fractional) number of nanoseconds, clamped to the range of int64.
TimeView shifted(TimeView view, double by_ns);

/// UI thread only. All functions are O(1). The view is kept inside the extent plus a margin, its
/// span between kMinSpanNs and that of the extent.
class Viewport {
 public:
  static constexpr double kMinSpanNs = 10;
  /// Share of the view that may be outside the extent on each side. It takes a hand or set_view()
  /// to get there: show(), center() and glide_to() with a range show nothing outside if they can.
  static constexpr double kMarginShare = 0.05;
  static constexpr double kGlideSeconds = 0.18;

  /// Sets the trace's extent. A view that shows everything still does after the extent grows; any
  /// other view stays unchanged.
  void set_extent(TimeRange extent);
  void set_width_px(double width_px);
  /// The width at the right that something covers: show(), center() and glide_to() with a range use
  /// the rest, and the view may go on beyond the extent's end by as much. When less is covered, the
  /// view glides back.
  void set_covered_px(double covered_px);

  [[nodiscard]] TimeRange extent() const { return extent_; }
  [[nodiscard]] double width_px() const { return width_px_; }
  /// The width that nothing covers.
  [[nodiscard]] double free_px() const { return width_px_ - covered_px_; }
  [[nodiscard]] const TimeView& view() const { return view_; }
  /// The whole nanoseconds that the view touches.
  [[nodiscard]] TimeRange range() const;
  [[nodiscard]] double ns_per_px() const { return view_.span_ns / width_px_; }
  /// Whether the whole extent is in view.
  [[nodiscard]] bool shows_all() const;

  /// The pixel of a time; may be far outside [0, width).
  [[nodiscard]] double x_of(Ns time_ns) const;
  /// The time under a pixel, to the nearest nanosecond.
  [[nodiscard]] Ns time_at(double x_px) const;

  // Each of these ends an animation immediately.
  void set_view(const TimeView& view);
  /// Shows the range with a margin of `margin_share` of its length on each side.
  void show(TimeRange range, double margin_share = 0);
  void fit();
  /// `factor` > 1 zooms in; the time under `x_px` stays in place.
  void zoom(double factor, double x_px);
  /// The content follows the mouse: positive moves it to the right, which reveals earlier times.
  void pan(double dx_px);
  /// Centers `time_ns` with the same span.
  void center(Ns time_ns);

  // The same as an animation.
  void glide_to(const TimeView& view);
  void glide_to(TimeRange range, double margin_share = 0);
  /// Advances the animation; true while it is running, so the next frame must be drawn.
  bool advance(double seconds);
  [[nodiscard]] bool gliding() const { return glide_left_s_ > 0; }
  /// Where the view will end up; the view itself if it is not moving.
  [[nodiscard]] const TimeView& target() const { return gliding() ? target_ : view_; }

 private:
  [[nodiscard]] TimeView clamped(TimeView view, double margin_share = kMarginShare) const;
  [[nodiscard]] TimeView view_of(TimeRange range, double margin_share) const;
  [[nodiscard]] double max_span_ns() const;

  TimeRange extent_{0, 1};
  double width_px_ = 1;
  double covered_px_ = 0;
  TimeView view_;
  TimeView origin_, target_;
  double glide_left_s_ = 0;
};

}  // namespace lanescope
