// Draws blocks of memory over time: an axis to place the cursor on, and bands. Shares the
// timeline's view and mouse gestures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panes/memory/state.h"
#include "app/panes/pane/pane.h"
#include "app/panes/timeline/trace_target.h"
#include "app/widgets/tooltip.h"
#include "core/view/timeline/ruler.h"

namespace lanescope {

class MemoryChart {
 public:
  /// Requires blocks.
  void draw(const PaneFrame& frame, MemoryState& state, Rect area);
  /// The size of the bands in the last frame.
  [[nodiscard]] ImVec2 size() const { return bands_.size(); }

 private:
  /// What is at a position in the bands.
  struct Spot {
    const BlockBand* band = nullptr;
    const MergedBand* small = nullptr;
    const MergedBand* before = nullptr;
  };

  void draw_axis(const PaneFrame& frame, MemoryState& state, Rect axis);
  void draw_ticks(const Ui& ui, Rect axis, Rect taken) const;
  void draw_marks(const Ui& ui, const MemoryState& state, Rect axis, Rect box) const;
  void draw_bands(const PaneFrame& frame, const MemoryState& state) const;
  void draw_before(const PaneFrame& frame, const MergedBand& band) const;
  void draw_small(const PaneFrame& frame, const MemoryState& state, const MergedBand& band) const;
  void draw_label(const Ui& ui, Rect rect, float wide_px, ImU32 color,
                  std::string_view words) const;
  [[nodiscard]] Rect cursor_box(const PaneFrame& frame, const MemoryState& state, Rect axis);
  Rect outside_box(const PaneFrame& frame, const MemoryState& state, Rect axis, bool left) const;
  void draw_selected(const PaneFrame& frame, const MemoryState& state);
  [[nodiscard]] std::vector<std::int64_t> grid_values(const Ui& ui) const;
  void draw_grid(const Ui& ui) const;
  void draw_scale(const Ui& ui, Rect scale) const;
  void draw_lines(const PaneFrame& frame, const MemoryState& state) const;
  void draw_legend(const PaneFrame& frame, const MemoryState& state, Rect row) const;
  static std::vector<const BlockOwner*> drawn_owners(const MemoryState& state);
  static void draw_all_colors(const PaneFrame& frame, const std::vector<const BlockOwner*>& owners);
  void draw_hover(const PaneFrame& frame, const MemoryState& state);
  void tell_block(const Ui& ui, const BlockTexts& texts, std::uint32_t block);
  void handle_mouse(const PaneFrame& frame, MemoryState& state);
  [[nodiscard]] std::optional<LaneHit> hit_at(ImVec2 at) const;

  [[nodiscard]] Spot spot_at(ImVec2 at) const;
  [[nodiscard]] Rect rect_of(TimeRange range, std::int64_t base, std::int64_t bytes) const;
  [[nodiscard]] float x_of(Ns time_ns) const;
  [[nodiscard]] float y_of(std::int64_t bytes) const;
  void add_fact(const Ui& ui, std::string_view label, std::string value);

  Viewport viewport_;  // the timeline's view at the width of this chart
  Rect bands_;
  BlockScale scale_;
  LaneGestures gestures_;
  bool hovered_ = false;
  std::optional<Ns> pointed_ns_;        // passed to the lanes in the last frame
  const MemoryState* state_ = nullptr;  // for the current frame
  Ruler ruler_;
  TimeView ruler_view_;
  double ruler_width_px_ = 0;
  std::string cursor_words_;
  // The block of the selected event, and the selection and device that it was computed for.
  std::uint32_t selected_ = kNoBlock;
  EventId selected_for_ = EventId::None;
  const DeviceBlocks* selected_in_ = nullptr;
  std::vector<ImVec2> outline_;
  std::vector<std::string> words_;  // texts of the tooltip
  std::vector<TooltipLine> tooltip_;
};

}  // namespace lanescope
