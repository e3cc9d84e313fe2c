// What the mouse does over the lanes and the ruler: wheel, drags, clicks. Knows no lanes: who draws
// them says what is under the mouse.
#pragma once

#include <optional>

#include "app/panes/pane/pane.h"
#include "core/view/lanes/model.h"

namespace lanescope {

/// Who draws lanes and knows what is where.
class LaneFinder {
 public:
  virtual ~LaneFinder() = default;
  /// The event at a point of the screen.
  virtual std::optional<LaneHit> hit_at(const PaneFrame& frame, ImVec2 at) = 0;
};

/// What the wheel does over something that shows time: zooms at `at_px`; with Shift or to the side
/// it pans.
void wheel_over_time(const Ui& ui, Viewport& viewport, double at_px);

class LaneGestures {
 public:
  enum class Mode : std::uint8_t { None, Press, Range, Pan, BoxZoom, RightPress };

  /// `lanes` takes all gestures, `ruler` those that have to do with time; `lanes_x0` is the
  /// viewport's left edge. `finder` knows what is where. `on_lanes`, `on_ruler` and
  /// `on_names`: the mouse is over them and no popup is in between.
  struct Input {
    Rect lanes, ruler;
    bool on_lanes = false, on_ruler = false, on_names = false;
    LaneFinder* finder = nullptr;
  };
  void update(const PaneFrame& frame, const Input& input);
  /// The rectangle of a box zoom that is being drawn.
  void draw(const PaneFrame& frame) const;

  [[nodiscard]] Mode mode() const { return mode_; }
  /// The right button was pressed and let go in place: a menu is wanted.
  [[nodiscard]] bool wants_menu() const { return wants_menu_; }

 private:
  void wheel(const PaneFrame& frame, const Input& input) const;
  void begin(const PaneFrame& frame, const Input& input);
  void move(const PaneFrame& frame, const Input& input);
  void end(const PaneFrame& frame, const Input& input);
  void click(const PaneFrame& frame, const Input& input);
  void select_range(const PaneFrame& frame, const Input& input);

  Mode mode_ = Mode::None;
  int button_ = 0;
  bool wants_menu_ = false;
  bool on_ruler_ = false;  // the press was there
  ImVec2 press_at_;
  ImVec2 last_at_;
  Ns press_ns_ = 0;
  Rect box_;
};

}  // namespace lanescope
