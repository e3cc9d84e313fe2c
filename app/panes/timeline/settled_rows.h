// Lets lanes have the rows of slices that the time in view needs: more of them at once, and only
// these once the view rests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/panes/pane/pane.h"
#include "core/view/lanes/layout.h"

namespace lanescope {

/// What stays in place in a run's lanes, for the lanes of another run that face them.
KeptBeside kept_beside(const TraceView& view);

class SettledRows {
 public:
  /// Call once per frame, before the lanes are drawn. `dragging`: the mouse is moving or resizing
  /// something. The row under the mouse, that of the selected event, and the lanes that face those
  /// of another run stay where they are; if rows are missing, only the first of these. Cost: almost
  /// none unless the view has just changed; then a part of the lanes in each frame.
  void update(const PaneFrame& frame, bool dragging, std::optional<LaneRow> under_mouse);

 private:
  /// False until all lanes are measured for the time in view, or for that which it glides to;
  /// `most` of them in a frame.
  bool measure(const TraceView& view, std::size_t most);
  [[nodiscard]] static std::vector<LaneRow> kept(const TraceView& view,
                                                 std::optional<LaneRow> under_mouse);

  struct Measured {
    TimeView view;
    std::uint64_t drawn = 0, tree = 0;  // generations
    friend bool operator==(const Measured&, const Measured&) = default;
  };
  /// What settling depends on, apart from the depths.
  struct Tried {
    std::uint64_t lanes = 0, selection = 0;  // generations
    float scroll_px = 0;
    std::vector<LaneRow> kept;
    friend bool operator==(const Tried&, const Tried&) = default;
  };

  Measured last_;
  bool measured_ = false, ever_ = false;
  bool grown_ = false;  // by these depths
  double rest_s_ = 0;
  float scroll_px_ = 0;                // in the last frame, after settling
  std::vector<std::uint32_t> depths_;  // of the lanes measured so far
  bool all_settled_ = true;
  std::optional<Tried> tried_;  // the last attempt with these depths
};

}  // namespace lanescope
