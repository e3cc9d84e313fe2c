// Viewport: which stretch of time the lanes show, and the arithmetic between time and pixel.
// Times are integers; doubles appear only here and are distances from the view's left edge, so they
// never lose nanoseconds however large the times are. Pixels are counted from the left edge of the
// lanes' drawing area.
#pragma once

#include "core/base/time.h"

namespace lanescope {

/// A start and a length of time. The start is finer than a nanosecond so that panning at the
/// deepest zoom is smooth.
struct TimeView {
  Ns begin_ns = 0;
  double begin_fraction_ns = 0;  // [0, 1)
  double span_ns = 1;

  friend bool operator==(const TimeView&, const TimeView&) = default;
};

/// Moves `view` by a (fractional) number of nanoseconds, held at the ends of int64.
TimeView shifted(TimeView view, double by_ns);

/// UI thread only. All functions are O(1). The view is kept inside the extent plus a margin, its
/// span between kMinSpanNs and the extent's.
class Viewport {
 public:
  static constexpr double kMinSpanNs = 10;
  static constexpr double kMarginShare =
      0.05;  // of the view that may lie outside the extent on either side
  static constexpr double kGlideSeconds = 0.18;

  /// The trace's extent. A view that shows everything keeps doing so when the extent grows; any
  /// other stays.
  void set_extent(TimeRange extent);
  void set_width_px(double width_px);

  [[nodiscard]] TimeRange extent() const { return extent_; }
  [[nodiscard]] double width_px() const { return width_px_; }
  [[nodiscard]] const TimeView& view() const { return view_; }
  /// The whole nanoseconds that the view touches.
  [[nodiscard]] TimeRange range() const;
  [[nodiscard]] double ns_per_px() const { return view_.span_ns / width_px_; }
  /// Whether the whole extent is in view.
  [[nodiscard]] bool shows_all() const;

  /// Pixel of a time; may lie far outside [0, width).
  [[nodiscard]] double x_of(Ns time_ns) const;
  /// Time under a pixel, to the nearest nanosecond.
  [[nodiscard]] Ns time_at(double x_px) const;

  // Each of these ends a glide at once.
  void set_view(const TimeView& view);
  /// The range with `margin_share` of its length free at either side.
  void show(TimeRange range, double margin_share = 0);
  void fit();
  /// Factor > 1 shows less; the time under `x_px` stays there.
  void zoom(double factor, double x_px);
  /// Content moves with the hand: positive moves it to the right, so that earlier times appear.
  void pan(double dx_px);
  /// Same span, `time_ns` in the middle.
  void center(Ns time_ns);

  // The same as an animation towards a target.
  void glide_to(const TimeView& view);
  void glide_to(TimeRange range, double margin_share = 0);
  /// Moves a glide on; true while it goes on, so that the next frame must be drawn.
  bool advance(double seconds);
  [[nodiscard]] bool gliding() const { return glide_left_s_ > 0; }
  /// Where the view will rest: the view itself when nothing glides.
  [[nodiscard]] const TimeView& target() const { return gliding() ? target_ : view_; }

 private:
  [[nodiscard]] TimeView clamped(TimeView view) const;
  [[nodiscard]] TimeView view_of(TimeRange range, double margin_share) const;
  [[nodiscard]] double max_span_ns() const;

  TimeRange extent_{0, 1};
  double width_px_ = 1;
  TimeView view_;
  TimeView origin_, target_;
  double glide_left_s_ = 0;
};

}  // namespace lanescope
