// TraceLanes: the lanes of an open trace - the tree of them, how the user has it, where they lie,
// and how far they are scrolled.
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

/// UI thread only. What the user does to the lanes shows in their places with the next refresh().
class TraceLanes : public LaneTreeState {
 public:
  [[nodiscard]] const LaneTree& tree() const { return tree_; }
  /// Counts the trees.
  [[nodiscard]] std::uint64_t tree_generation() const { return tree_generation_; }
  void set_tree(LaneTree tree);

  /// The lanes' places as of the start of the frame.
  [[nodiscard]] const LaneLayout& layout() const { return arrange_ ? arranged_ : layout_; }
  /// The same before they were arranged beside something else, and how often they changed.
  [[nodiscard]] const LaneLayout& own_layout() const { return layout_; }
  [[nodiscard]] std::uint64_t layout_generation() const { return layout_generation_; }
  using Arrange = std::function<LaneLayout(const LaneLayout& own)>;
  /// Moves the lanes to other places, now and whenever they get new ones; empty: no longer.
  void arrange_by(Arrange arrange);
  void arrange_again();
  void set_metrics(const LaneMetrics& metrics);
  /// Height of the area that lanes scroll in; told by who draws them.
  void set_height_px(float height_px);
  /// Once at the start of a frame. Cost: next to nothing where nothing has changed.
  void refresh();

  /// Scrolls the lanes; ends a scroll that is under way.
  void scroll_to(float offset_px);
  [[nodiscard]] float scroll_px() const { return scroll_px_; }
  /// Moves a scroll on that is under way.
  void advance(double delta_s);
  [[nodiscard]] bool scrolling() const { return scroll_target_px_.has_value(); }

  /// Brings a lane into view by scrolling: shown and unfolded. Keys that are none are left alone.
  void reveal(const std::string& key);
  /// The same of one that is shown, where it is out of sight.
  void reveal_unless_seen(const std::string& key);
  /// The row of a slice, with its lane unfolded as far as that needs.
  void reveal(const SlicePlace& place);

 private:
  /// The lane's place, unfolded as far as the row needs; null when it is hidden.
  const LayoutItem* item_with_row(LaneRef ref, std::uint32_t row);

  LaneTree tree_;
  std::uint64_t tree_generation_ = 0;
  LaneLayout layout_, arranged_;
  std::uint64_t layout_generation_ = 0;
  Arrange arrange_;
  LaneMetrics metrics_;
  bool stale_ = true;
  std::uint64_t laid_out_for_ = 0;  // generation of what the user did
  float scroll_px_ = 0, height_px_ = 0;
  std::optional<float> scroll_target_px_;
};

}  // namespace lanescope
