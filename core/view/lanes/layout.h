// The vertical positions of group headers and lanes, in pixels from the top of the lane area.
// Independent of time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/view/lanes/tree.h"
#include "core/view/lanes/tree_state.h"
#include "core/view/timeline/stacked_rows.h"

namespace lanescope {

/// Heights at scale 1.
struct LaneMetrics {
  float slice_px = 18;
  float gap_px = 2;         // between rows
  float margin_px = 6;      // above and below a lane's rows
  float header_px = 24;     // of a group
  float min_lane_px = 30;   // title only
  float min_facts_px = 46;  // title and facts
  float curve_px = 56;      // counters and memory

  [[nodiscard]] LaneMetrics scaled(float scale) const;
  /// The height of a lane that shows this many rows of slices; all curves have the same height.
  [[nodiscard]] float lane_px(const Lane& lane, std::uint32_t rows, bool folded) const;
};

/// A row of slices of a lane.
struct LaneRow {
  LaneRef lane;
  std::uint32_t row = 0;
  friend bool operator==(const LaneRow&, const LaneRow&) = default;
};

struct LayoutItem {
  bool header = false;  // a group header; only `lane.group` is set then
  bool folded = false;  // whether the group or lane is folded
  LaneRef lane = {};
  float y_px = 0;  // scrolled items: from the top of the content; pinned ones: of the area
  float height_px = 0;
  std::uint32_t first_row = 0;      // the topmost visible row of slices
  std::uint32_t rows_shown = 0;     // of slices; fewer than the lane has if folded or capped, or if
                                    // the time in view needs fewer
  std::uint32_t rows_at_first = 0;  // the most it shows unless the user chose otherwise
  std::uint32_t rows_most = 0;      // the most it shows now

  [[nodiscard]] bool shows(std::uint32_t row) const {
    return row >= first_row && row - first_row < rows_shown;
  }
  [[nodiscard]] float bottom_px() const { return y_px + height_px; }
};

/// From a height to another, from the top of the content.
struct ContentPart {
  float top_px = 0, bottom_px = 0;
};

/// Empty space opposite something that only the other run has.
struct LayoutGap {
  float y_px = 0, height_px = 0;
  std::string title;  // of the other run's lane or group
};

struct LaneLayout {
  std::vector<LayoutItem> pinned;  // always at the top
  std::vector<LayoutItem> items;   // scroll below the pinned ones; y starts at 0 again
  std::vector<LayoutGap> gaps;     // among `items`; only in layouts of two facing runs
  float pinned_height_px = 0;
  float content_height_px = 0;  // of `items`
  LaneMetrics metrics;

  /// Scrolled items that touch [scroll_px, scroll_px + view_px). Cost: log(items).
  [[nodiscard]] std::span<const LayoutItem> visible(float scroll_px, float view_px) const {
    return rows_in_view(items, scroll_px, view_px);
  }
  /// The item at a content position; null in gaps and outside all items.
  [[nodiscard]] const LayoutItem* at(float y_px) const { return row_at(items, y_px); }
  /// The item of a lane (pinned ones first); null if the lane is hidden or in a folded group.
  [[nodiscard]] const LayoutItem* find(LaneRef lane) const;
  /// Whether an item of this layout is among the pinned ones.
  [[nodiscard]] bool is_pinned(const LayoutItem& item) const {
    return !pinned.empty() && &item >= pinned.data() && &item < pinned.data() + pinned.size();
  }

  /// The top of a row of slices, relative to the item's top; for a row that is not shown, that of
  /// the nearest shown row.
  [[nodiscard]] float row_y_px(const LayoutItem& item, std::uint32_t row) const;
  /// How many rows of slices fit in a lane of this height, at least one.
  [[nodiscard]] std::uint32_t rows_in(float height_px) const {
    const float pitch = metrics.slice_px + metrics.gap_px;
    const float rows = (height_px - 2 * metrics.margin_px + metrics.gap_px) / pitch + 0.5F;
    return rows < 1 ? 1 : static_cast<std::uint32_t>(rows);
  }
  /// A row of a scrolled item with its margins, as a part of the content.
  [[nodiscard]] ContentPart part_of(const LayoutItem& item, std::uint32_t row) const {
    const float top_px = item.y_px + row_y_px(item, row) - metrics.margin_px;
    return {top_px, top_px + metrics.slice_px + 2 * metrics.margin_px};
  }
};

/// The scroll offset that shows the first of `wanted` (at least its top) and as many of the others,
/// in their order, as the area has room for. It stays `scroll_px` if that does; otherwise the first
/// one is as near to the middle as the others allow. `view_px` and `content_px` are heights.
float scroll_to_show(std::span<const ContentPart> wanted, float scroll_px, float view_px,
                     float content_px);

/// Where a lane's rows begin if `rows` of them are shown and `row` has to be among them, with one
/// above and one below it if there is room: as near to `first` as possible.
RowWindow window_around(const Lane& lane, std::uint32_t first, std::uint32_t rows,
                        std::uint32_t row);

/// `view_px` is the height of the area. At first, threads with many rows show only as many as leave
/// room for the GPU in the area (first_rows()); if `view_px` is 0, they show all rows. Lanes have
/// no more rows than the time in view needs (Lane::depth). Pinned lanes take half of the area at
/// most: they show fewer rows, and those that still do not fit scroll with the others. Cost:
/// O(lanes); cache the result by snapshot generation, state generation, metrics and height.
LaneLayout lay_out(const LaneTree& tree, const LaneTreeState& state, const LaneMetrics& metrics,
                   float view_px = 0);

// How many rows of slices a thread shows until the user chooses: Python stacks can be a hundred
// rows deep, and the first view should show the main thread and the GPU together.

struct FirstRows {
  std::uint32_t main = std::numeric_limits<std::uint32_t>::max();   // for main threads
  std::uint32_t other = std::numeric_limits<std::uint32_t>::max();  // for other threads

  [[nodiscard]] std::uint32_t of(const Lane& lane) const {
    const std::uint32_t room = of_role(lane.role);
    const bool is_limited = room != std::numeric_limits<std::uint32_t>::max();
    return is_limited && lane.most_at_first > 0 ? std::min(room, lane.most_at_first) : room;
  }

 private:
  [[nodiscard]] std::uint32_t of_role(LaneRole role) const {
    if (role == LaneRole::MainThread) return main;
    const bool thread = role == LaneRole::Autograd || role == LaneRole::Thread;
    return thread ? other : std::numeric_limits<std::uint32_t>::max();
  }
};

/// The most rows that still leave room for the first GPU's lanes in an area of this height: for all
/// of its streams if that leaves the main thread a comfortable number of rows, otherwise for the
/// first stream. In a low area, such as one of two facing runs, other threads show one row. Without
/// a GPU, room is left for the second thread; if there is none, the main thread fills the area. If
/// the GPU comes before the threads, the main thread has the room below its streams, or fills the
/// area if that is too little. No limit if `view_px` is 0. Depends on the tree alone,
/// so folding one lane never resizes another. Cost: O(lanes).
FirstRows first_rows(const LaneTree& tree, const LaneMetrics& metrics, float view_px);

}  // namespace lanescope
