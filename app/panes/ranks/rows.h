// Draws the rows of ranks: GPU activity, a cell per step, streams.
#pragma once

#include <optional>

#include "app/lanes/slice_painter.h"
#include "app/panes/ranks/frame.h"
#include "core/view/lanes/model.h"
#include "core/view/ranks/activity_row.h"
#include "core/view/text/label_fit.h"

namespace lanescope {

/// A row on the screen; its left edge is the viewport's.
struct RanksRowPlace {
  const RanksRow& row;
  Rect rect;
};

/// Keeps buffers between frames. UI thread only.
class RanksRowPainter {
 public:
  void draw(const RanksFrame& frame, const RanksRowPlace& place, const LabelFitter& labels);

  /// What is under the mouse in a stream's row, on the rank's own clock.
  std::optional<LaneHit> hit(const RanksFrame& frame, const RanksRowPlace& place, ImVec2 at);
  /// The step of a rank under the mouse; null between steps or if there are none.
  static const RankStepPicture* step_at(const RanksFrame& frame, const RanksRowPlace& place,
                                        ImVec2 at);

 private:
  void draw_activity(const RanksFrame& frame, const RanksRowPlace& place);
  static void draw_cells(const RanksFrame& frame, const RanksRowPlace& place,
                         const LabelFitter& labels);
  void draw_stream(const RanksFrame& frame, const RanksRowPlace& place, const LabelFitter& labels);
  /// Outlines the rank's part of the selected collective.
  static void outline_selected(const RanksFrame& frame, const RanksRowPlace& place);
  /// Outlines the selected event, if it is on this stream.
  static void outline_event(const RanksFrame& frame, const RanksRowPlace& place);

  LaneModel model_;
  SlicePainter slices_;
  ActivityRow activity_;
};

/// The color of a cell; `share` is its position between the smallest and the largest value of the
/// measure.
ImU32 ranks_cell_color(const RanksFrame& frame, RanksMeasure measure, float share);

}  // namespace lanescope
