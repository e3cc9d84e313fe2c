// Lanes below a ruler, with their labels on the left: the layout of these areas, and mouse gestures
// to scroll, pan and zoom. Used for the lanes of a trace and for the ranks of a run.
#pragma once

#include <optional>

#include "app/widgets/draw/ui.h"
#include "core/base/time.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// What gestures zoom, pan, scroll and select in: the lanes of a trace, or the ranks of a run.
class LaneTarget {
 public:
  explicit LaneTarget(Viewport& axis) : viewport(axis) {}
  virtual ~LaneTarget() = default;
  LaneTarget(const LaneTarget&) = delete;
  LaneTarget& operator=(const LaneTarget&) = delete;

  [[nodiscard]] virtual std::optional<TimeRange> range() const = 0;
  virtual void select_range(TimeRange range) = 0;
  virtual void clear_range() = 0;
  [[nodiscard]] virtual float scroll_px() const = 0;
  virtual void scroll_to(float offset_px) = 0;
  /// A click on the lanes, pressed and released at the same place; `twice`: a double click.
  virtual void click(ImVec2 at, bool twice) = 0;

  Viewport& viewport;
};

class LaneGestures {
 public:
  enum class Mode : std::uint8_t { None, Press, Range, Pan, BoxZoom, RightPress };

  /// `lanes` accepts all gestures, `ruler` those that concern time; `lanes.x0` is the viewport's
  /// left edge. `on_lanes`, `on_ruler` and `on_names`: the mouse is over that area and not over a
  /// popup.
  struct Input {
    Rect lanes, ruler;
    bool on_lanes = false, on_ruler = false, on_names = false;
  };
  void update(const Ui& ui, const Input& input, LaneTarget& target);
  /// Draws the rectangle of a box zoom in progress.
  void draw(const Ui& ui) const;

  [[nodiscard]] Mode mode() const { return mode_; }
  /// The right button was pressed and released in place: open a menu.
  [[nodiscard]] bool wants_menu() const { return wants_menu_; }

 private:
  void begin(const Ui& ui, const Input& input, const LaneTarget& target);
  void move(const Ui& ui, const Input& input, LaneTarget& target);
  void end(const Ui& ui, const Input& input, LaneTarget& target);
  void select_range(const Input& input, LaneTarget& target) const;

  Mode mode_ = Mode::None;
  int button_ = 0;
  bool wants_menu_ = false;
  bool on_ruler_ = false;  // the button was pressed on the ruler
  ImVec2 press_at_;
  ImVec2 last_at_;
  Ns press_ns_ = 0;
  Rect box_;
};

/// Screen areas. The left edge of `ruler` and `lanes` is the viewport's.
struct LaneAreas {
  Rect ruler_label, ruler, labels, lanes;
  float right = 0;  // right edge of the scroll bar's space next to the lanes
};

/// Splits an area into these and draws their backgrounds. `labels_px` is the width of the labels,
/// in layout units.
LaneAreas draw_lane_ground(const Ui& ui, Rect area, float labels_px);

class LaneMouse {
 public:
  /// The top `pinned_px` of the lanes do not scroll; the content below has `content_px`.
  void update(const Ui& ui, const LaneAreas& areas, float pinned_px, float content_px,
              LaneTarget& target);
  /// Draws the current gesture.
  void draw(const Ui& ui) const { gestures_.draw(ui); }

  [[nodiscard]] bool on_lanes() const { return on_lanes_; }
  [[nodiscard]] bool on_labels() const { return on_labels_; }
  /// The time under the mouse, if it is over a time axis or dragging along one.
  [[nodiscard]] std::optional<Ns> time_ns() const { return time_ns_; }
  [[nodiscard]] bool dragging() const { return gestures_.mode() != LaneGestures::Mode::None; }
  /// The right button was pressed and released in place.
  [[nodiscard]] bool wants_menu() const { return gestures_.wants_menu(); }

 private:
  LaneGestures gestures_;
  bool on_lanes_ = false, on_labels_ = false;
  std::optional<Ns> time_ns_;
};

}  // namespace lanescope
