// TraceLanes: the lanes of an open trace: their tree, the user's changes to it, their layout, and
// the scroll position.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/view/lanes/layout.h"
#include "core/view/lanes/model.h"
#include "core/view/lanes/tree.h"
#include "core/view/lanes/tree_state.h"

namespace lanescope {

/// UI thread only. The user's changes take effect in the layout with the next refresh().
class TraceLanes : public LaneTreeState {
 public:
  [[nodiscard]] const LaneTree& tree() const { return tree_; }
  /// Changes with each new tree.
  [[nodiscard]] std::uint64_t tree_generation() const { return tree_generation_; }
  void set_tree(LaneTree tree);

  /// The layout of the lanes as of the start of the frame.
  [[nodiscard]] const LaneLayout& layout() const { return arrange_ ? arranged_ : layout_; }
  /// The layout before arrange_by() was applied, and a number that changes with it.
  [[nodiscard]] const LaneLayout& own_layout() const { return layout_; }
  [[nodiscard]] std::uint64_t layout_generation() const { return layout_generation_; }
  using Arrange = std::function<LaneLayout(const LaneLayout& own)>;
  /// Post-processes the layout, now and whenever it changes; an empty function ends that.
  void arrange_by(Arrange arrange);
  void arrange_again();
  void set_metrics(const LaneMetrics& metrics);
  /// The height of the area that lanes scroll in; set by what draws them.
  void set_height_px(float height_px);
  /// Call once at the start of a frame. Cost: almost none if nothing has changed.
  void refresh();

  /// Scrolls the lanes; ends a scroll animation.
  void scroll_to(float offset_px);
  [[nodiscard]] float scroll_px() const { return scroll_px_; }
  /// Advances a scroll animation.
  void advance(double delta_s);
  [[nodiscard]] bool scrolling() const { return scroll_target_px_.has_value(); }

  /// Shows, unfolds and scrolls to a lane. Ignores unknown keys.
  void reveal(const std::string& key);
  /// The same, if the lane is shown but not completely in view.
  void reveal_unless_seen(const std::string& key);
  /// The lane of a device's idle gaps, unless it is completely in view; unfolds its group.
  void reveal_idle(std::int64_t device);
  /// Scrolls to the row of a slice; unfolds its lane as far as needed.
  void reveal(const SlicePlace& place);

 private:
  /// The lane's layout item, unfolded as far as the row needs; null if the lane is hidden.
  const LayoutItem* item_with_row(LaneRef ref, std::uint32_t row);

  LaneTree tree_;
  std::uint64_t tree_generation_ = 0;
  LaneLayout layout_, arranged_;
  std::uint64_t layout_generation_ = 0;
  Arrange arrange_;
  LaneMetrics metrics_;
  bool stale_ = true;
  std::uint64_t laid_out_for_ = 0;  // generation of the user's changes
  float scroll_px_ = 0, height_px_ = 0;
  std::optional<float> scroll_target_px_;
};

}  // namespace lanescope
