// Where every header and lane is, in pixels from the top of the lanes' area. Time has no part in
// it.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/view/lanes/tree.h"
#include "core/view/lanes/tree_state.h"
#include "core/view/timeline/stacked_rows.h"

namespace lanescope {

/// Heights of look.md at scale 1.
struct LaneMetrics {
  float slice_px = 18;
  float gap_px = 2;         // between rows
  float margin_px = 6;      // above and below a lane's rows
  float header_px = 24;     // of a group
  float min_lane_px = 30;   // title only
  float min_facts_px = 46;  // title and facts
  float curve_px = 56;      // counters and memory

  [[nodiscard]] LaneMetrics scaled(float scale) const;
  /// Height of a lane that shows so many rows of slices; curves have one height.
  [[nodiscard]] float lane_px(const Lane& lane, std::uint32_t rows, bool folded) const;
};

struct LayoutItem {
  bool header = false;  // a group's header; `lane.lane` means nothing then
  bool folded = false;  // the group, or the lane
  LaneRef lane = {};
  float y_px =
      0;  // of scrolled items from the top of the content, of pinned ones from the top of the area
  float height_px = 0;
  std::uint32_t first_row = 0;      // the uppermost row of slices that is shown
  std::uint32_t rows_shown = 0;     // of slices; fewer than the lane has when folded or capped
  std::uint32_t rows_at_first = 0;  // as many it shows where nobody chose

  [[nodiscard]] bool shows(std::uint32_t row) const {
    return row >= first_row && row - first_row < rows_shown;
  }
  [[nodiscard]] float bottom_px() const { return y_px + height_px; }
};

/// Room that is left free for what only another trace has.
struct LayoutGap {
  float y_px = 0, height_px = 0;
  std::string title;  // of that lane or group
};

struct LaneLayout {
  std::vector<LayoutItem> pinned;  // stay at the top
  std::vector<LayoutItem> items;   // scroll under them; y starts at 0 again
  std::vector<LayoutGap> gaps;     // among `items`; none in a layout of one trace alone
  float pinned_height_px = 0;
  float content_height_px = 0;  // of `items`
  LaneMetrics metrics;

  /// Scrolled items that touch [scroll_px, scroll_px + view_px). Cost: log(items).
  [[nodiscard]] std::span<const LayoutItem> visible(float scroll_px, float view_px) const {
    return rows_in_view(items, scroll_px, view_px);
  }
  /// The item at a content position; null between or beyond.
  [[nodiscard]] const LayoutItem* at(float y_px) const { return row_at(items, y_px); }
  /// The item of a lane (pinned first), null when hidden or in a folded group.
  [[nodiscard]] const LayoutItem* find(LaneRef lane) const;

  /// Top of a row of slices, relative to the item's top; of one that is not shown that of the
  /// nearest.
  [[nodiscard]] float row_y_px(const LayoutItem& item, std::uint32_t row) const;
  /// How many rows of slices a lane of that height holds, at least one.
  [[nodiscard]] std::uint32_t rows_in(float height_px) const {
    const float pitch = metrics.slice_px + metrics.gap_px;
    const float rows = (height_px - 2 * metrics.margin_px + metrics.gap_px) / pitch + 0.5F;
    return rows < 1 ? 1 : static_cast<std::uint32_t>(rows);
  }
  /// The scroll offset, as near as can be to `scroll_px`, that shows a row of the lane whole.
  [[nodiscard]] float scroll_to(const LayoutItem& item, std::uint32_t row, float scroll_px,
                                float view_px) const;
};

/// `view_px` is the height of the area; threads with many rows show as many at first as leave room
/// for the GPU in it (first_rows()). Without it they show all. Cost: O(lanes); cache it by snapshot
/// generation, state generation, metrics and height.
LaneLayout lay_out(const LaneTree& tree, const LaneTreeState& state, const LaneMetrics& metrics,
                   float view_px = 0);

// How many rows of slices threads show before anyone chose: Python stacks are a hundred rows deep,
// and a first look shall show the main thread and the GPU together.

struct FirstRows {
  std::uint32_t main = std::numeric_limits<std::uint32_t>::max();   // of main threads
  std::uint32_t other = std::numeric_limits<std::uint32_t>::max();  // of other threads

  [[nodiscard]] std::uint32_t of(const Lane& lane) const {
    if (lane.role == LaneRole::MainThread) return main;
    const bool thread = lane.role == LaneRole::Autograd || lane.role == LaneRole::Thread;
    return thread ? other : std::numeric_limits<std::uint32_t>::max();
  }
};

/// The most rows with which the first GPU's lanes begin inside an area of that height: all of its
/// streams where threads keep a comfortable number of rows, else the first one; in a low area, such
/// as one of two runs, other threads have one row. Without a GPU the second thread takes its place,
/// or the main thread is as high as the area. No limit when `view_px` is 0. Goes by the tree alone,
/// so that folding one lane never resizes another. Cost: O(lanes).
FirstRows first_rows(const LaneTree& tree, const LaneMetrics& metrics, float view_px);

}  // namespace lanescope
