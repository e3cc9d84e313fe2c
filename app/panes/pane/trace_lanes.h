// TraceLanes: the lanes of an open trace: their tree, the user's changes to it, their layout, and
// the scroll position.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/view/lanes/layout.h"
#include "core/view/lanes/model.h"
#include "core/view/lanes/tree.h"
#include "core/view/lanes/tree_state.h"
#include "core/view/navigation/view_history.h"

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
  [[nodiscard]] float height_px() const { return height_px_; }
  /// Call once at the start of a frame. Cost: almost none if nothing has changed.
  void refresh();

  /// Scrolls the lanes; ends a scroll animation.
  void scroll_to(float offset_px);
  [[nodiscard]] float scroll_px() const { return scroll_px_; }
  /// Advances a scroll animation.
  void advance(double delta_s);
  [[nodiscard]] bool scrolling() const { return scroll_target_px_.has_value(); }

  // Lanes have the rows that the time in view needs, and no more. That changes only when the view
  // rests, and never moves what the user looks at.

  /// Gives lanes that show fewer rows than they need (as in settle()) these, at once. Holds the
  /// first of `kept` that scrolls in its place as far as that is possible.
  void grow(std::span<const std::uint32_t> depths, std::span<const LaneRow> kept);

  /// Gives each lane its number of rows (as Lane::depth, of all lanes in their order; empty: as
  /// they are), and the rows of an earlier selection their own height back. Nothing moves a row of
  /// `kept` on the screen: lanes are scrolled by what changes above it, and keep rows as far as
  /// scrolling ends before that. Without a scrolled one among `kept`, the first lane in view stays.
  /// Returns whether all of it was done. Repeated with the same arguments, it changes nothing.
  bool settle(std::span<const std::uint32_t> depths, std::span<const LaneRow> kept);
  /// Whether a lane still shows the rows of an earlier selection.
  [[nodiscard]] bool unsettled() const;
  /// Says in every frame that settle() is about to follow.
  void wait_to_settle() { settling_ = true; }
  [[nodiscard]] bool settling() const { return settling_; }

  /// Scroll position and heights, to come back to; but lanes of which the user has asked for all
  /// rows since keep them. Cost: a pointer while nothing changes.
  LanesPlace place();
  void restore(const LanesPlace& place);

  /// Shows, unfolds and scrolls to a lane. Ignores unknown keys.
  void reveal(const std::string& key);
  /// The same, if the lane is shown but not completely in view.
  void reveal_unless_seen(const std::string& key);
  /// The lane of a device's idle gaps, unless it is completely in view; unfolds its group.
  void reveal_idle(std::int64_t device);
  /// Scrolls to the row of the selected slice so that as much as possible of the following stays or
  /// comes into view: the rows of the slices `beside` it, and the GPU's streams. Lanes that were
  /// opened for an earlier selection get their own height back.
  void reveal(const SlicePlace& selected, std::span<const SlicePlace> beside);
  /// Brings the rows of the selected slice and of those `beside` it among those that their lanes
  /// show, which keep their height; only if that is too low for the selected one, its lane is
  /// opened. This lasts until a later call does not need it, and then until settle() or reveal().
  /// Scrolls nothing.
  void attend(const std::optional<SlicePlace>& selected, std::span<const SlicePlace> beside);
  /// Whether the row of a slice is among those of its lane, in view or not.
  [[nodiscard]] bool shows(const SlicePlace& place);

 private:
  static constexpr std::uint32_t kRowsAround = 6;  // of a lane too low to show the selection
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  /// Which lanes settle() may change, by their position in the layout.
  struct Changeable {
    std::size_t first = 0;                           // pinned ones before it stay
    std::size_t above = kNowhere, below = kNowhere;  // those from `above` to before `below` stay
    std::vector<std::size_t> position;  // of all lanes in their order; kNowhere: not in the layout

    [[nodiscard]] bool changes(std::size_t at) const {
      return at == kNowhere || (at >= first && (at < above || at >= below));
    }
  };
  /// Rows, and how far down the screen they are.
  struct Held {
    std::vector<LaneRow> rows;
    std::vector<std::optional<float>> at_px;
  };
  [[nodiscard]] Held held(std::span<const LaneRow> kept) const;
  [[nodiscard]] std::optional<float> scroll_to_hold(const Held& held) const;
  [[nodiscard]] bool hold(const Held& held);
  [[nodiscard]] Changeable changeable(std::span<const LaneRow> kept) const;
  [[nodiscard]] bool is_attended(const std::string& key) const;
  void open_row(LaneRef ref, std::uint32_t row, bool selected);
  void change_rows(std::span<const std::uint32_t> depths, const Changeable& which);
  void change_window(LaneRef ref, bool measured);
  void grow_window(LaneRef ref);
  [[nodiscard]] RowWindow measured_window(const Lane& lane, const LayoutItem& item,
                                          const RowWindow& own) const;
  [[nodiscard]] std::vector<std::uint32_t> without_loss(std::span<const std::uint32_t> depths,
                                                        const Held& held) const;
  [[nodiscard]] bool give_back(const Held& held, const Changeable& which, const LanesThen& before,
                               std::vector<std::uint32_t>& depths) const;
  [[nodiscard]] bool has(std::span<const std::uint32_t> depths) const;
  void set_depth(LaneRef ref, std::uint32_t depth);
  [[nodiscard]] LanesThen now() const;
  void go_to(const LanesThen& then);
  [[nodiscard]] std::optional<float> screen_px(const LaneRow& row) const;
  [[nodiscard]] std::vector<LaneRef> streams_in_view(float scroll_px) const;
  [[nodiscard]] std::optional<LaneRow> first_in_view() const;
  [[nodiscard]] float scrolled_height_px() const { return height_px_ - layout().pinned_height_px; }
  [[nodiscard]] float most_scroll_px() const {
    return std::max(0.0F, layout().content_height_px - scrolled_height_px());
  }

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
  std::vector<std::string> attended_;  // keys of the lanes of the selection
  bool settling_ = false;
  std::uint64_t depth_generation_ = 0;
  std::shared_ptr<const LanesThen> then_;           // the last place()
  std::uint64_t then_of_ = 0, then_depths_of_ = 0;  // generations of it
};

}  // namespace lanescope
