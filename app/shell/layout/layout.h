// The layout of the window's panes.
#pragma once

#include <cstdint>
#include <optional>

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/style.h"
#include "app/widgets/splitter.h"

namespace lanescope {

/// Sizes set by the user, in pixels at scale 1.
struct PaneSizes {
  float labels_px = 224;  // the lane tree
  float details_px = 352;
  float bottom_px = 244;  // with its tabs, without the status line
  bool details_shown = true;
  bool bottom_shown = true;
  bool bottom_maximized = false;  // if shown, it has the whole height, and the lanes none
  bool runs_beside = false;       // two runs side by side; else one above the other
  friend bool operator==(const PaneSizes&, const PaneSizes&) = default;
};

/// Rectangles on the screen; empty ones are not shown.
struct Areas {
  Rect top;
  Rect notice;
  Rect timeline;
  Rect bottom_line, tabs, bottom;  // a one-pixel line that can be dragged, the tabs, the pane
  Rect status;
  Rect details_line, details;
  float labels_px = 0;  // in layout units
};

/// Where the details are.
enum class DetailsPlace : std::uint8_t {
  None,
  Beside,  // at the right of everything below the top bar
  Over,    // over the right part of the lanes
};

/// Whether a window is too narrow for details beside the lanes.
bool is_narrow(float width_px, const Style& style);

/// Divides the screen. The lanes always keep some room, unless the bottom is maximized: other areas
/// shrink if necessary.
Areas share_out(Rect screen, const PaneSizes& sizes, const Style& style, float notice_px,
                DetailsPlace details);

/// Gives the bottom panes the whole height, and unfolds them; or their own height again.
void toggle_maximized(PaneSizes& sizes);

/// Update the sizes after a line was dragged by `delta_px` layout units.
void drag_labels(PaneSizes& sizes, float delta_px, const Style& style);
void drag_details(PaneSizes& sizes, float delta_px, const Style& style);

/// Drags the upper edge of the bottom panes. Far enough up, they are maximized.
class BottomDrag {
 public:
  /// Call once per frame. `room_px` is the whole height that they can have, in pixels.
  void follow(PaneSizes& sizes, const SplitterMove& move, const Style& style, float room_px);

 private:
  struct Heights {
    float before_px = 0, px = 0;  // where the edge was, and where the mouse is
  };
  std::optional<Heights> heights_;  // while it is dragged
};

/// Whether the details of a narrow window are open: they open with every selection, and are closed
/// until the next one.
class DetailsDrawer {
 public:
  /// What is selected in what; the number changes with every selection, 0 is none.
  struct Selected {
    const void* in = nullptr;
    std::uint64_t pick = 0;
    friend bool operator==(const Selected&, const Selected&) = default;
  };
  /// Call once per frame.
  void follow(const Selected& selected, double now_s);
  void open() { open_ = true; }
  void close() { open_ = false; }
  /// True once for each selection, as soon as the lanes may move under the mouse because no second
  /// click of a double click is awaited.
  bool take_settled(double now_s);
  [[nodiscard]] bool is_open() const { return open_; }
  /// Not at first, so that a double click on what the details have just covered still reaches it.
  [[nodiscard]] bool takes_mouse(double now_s) const;

 private:
  Selected selected_;
  bool open_ = false;
  bool awaited_ = false;  // see take_settled()
  double opened_s_ = 0;
};

}  // namespace lanescope
