// Lanes under a ruler, with their labels at the left: where each of them stands, and how the mouse
// scrolls them and moves in their time. Of one trace, or of the ranks of a run.
#pragma once

#include <optional>

#include "app/widgets/draw/ui.h"
#include "core/base/time.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// What is zoomed, panned, scrolled and selected in: the lanes of a trace, or the ranks of a run.
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
  /// Over the lanes, where the button was pressed and let go; `twice` is a double-click.
  virtual void click(ImVec2 at, bool twice) = 0;

  Viewport& viewport;
};

class LaneGestures {
 public:
  enum class Mode : std::uint8_t { None, Press, Range, Pan, BoxZoom, RightPress };

  /// `lanes` takes all gestures, `ruler` those that have to do with time; `lanes.x0` is the
  /// viewport's left edge. `on_lanes`, `on_ruler` and `on_names`: the mouse is over them and no
  /// popup is in between.
  struct Input {
    Rect lanes, ruler;
    bool on_lanes = false, on_ruler = false, on_names = false;
  };
  void update(const Ui& ui, const Input& input, LaneTarget& target);
  /// The rectangle of a box zoom that is being drawn.
  void draw(const Ui& ui) const;

  [[nodiscard]] Mode mode() const { return mode_; }
  /// The right button was pressed and let go in place: a menu is wanted.
  [[nodiscard]] bool wants_menu() const { return wants_menu_; }

 private:
  void begin(const Ui& ui, const Input& input, const LaneTarget& target);
  void move(const Ui& ui, const Input& input, LaneTarget& target);
  void end(const Ui& ui, const Input& input, LaneTarget& target);
  void select_range(const Input& input, LaneTarget& target) const;

  Mode mode_ = Mode::None;
  int button_ = 0;
  bool wants_menu_ = false;
  bool on_ruler_ = false;  // the press was there
  ImVec2 press_at_;
  ImVec2 last_at_;
  Ns press_ns_ = 0;
  Rect box_;
};

/// On the screen. The left edge of `ruler` and `lanes` is the viewport's.
struct LaneAreas {
  Rect ruler_label, ruler, labels, lanes;
  float right = 0;  // of the room that the scroll bar has beside the lanes
};

/// Cuts them out of an area and draws the ground under them. `labels_px` is the width of the
/// labels, in units of layout.
LaneAreas draw_lane_ground(const Ui& ui, Rect area, float labels_px);

class LaneMouse {
 public:
  /// `pinned_px` at the top of the lanes do not scroll, `content_px` do.
  void update(const Ui& ui, const LaneAreas& areas, float pinned_px, float content_px,
              LaneTarget& target);
  /// What a gesture shows while it lasts.
  void draw(const Ui& ui) const { gestures_.draw(ui); }

  [[nodiscard]] bool on_lanes() const { return on_lanes_; }
  [[nodiscard]] bool on_labels() const { return on_labels_; }
  /// The time under the mouse, where it is over a time or drags in it.
  [[nodiscard]] std::optional<Ns> time_ns() const { return time_ns_; }
  [[nodiscard]] bool dragging() const { return gestures_.mode() != LaneGestures::Mode::None; }
  /// The right button was pressed and let go in place.
  [[nodiscard]] bool wants_menu() const { return gestures_.wants_menu(); }

 private:
  LaneGestures gestures_;
  bool on_lanes_ = false, on_labels_ = false;
  std::optional<Ns> time_ns_;
};

}  // namespace lanescope
