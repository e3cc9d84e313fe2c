// The wall: the sentence about the run, what is shown in which order, and ranks × steps as a heat
// map with labels of both.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/panes/fleet/cells.h"
#include "app/panes/fleet/frame.h"
#include "app/panes/fleet/head.h"
#include "app/panes/fleet/strip.h"
#include "app/panes/pane/face_labels.h"
#include "core/view/fleet/wall_palette.h"

namespace lanescope {

/// UI thread only.
class FleetWall {
 public:
  /// `labels_px` is the width of the labels, in layout units.
  void draw(const FleetFrame& frame, Rect area, float labels_px);
  /// Whether the mouse is dragging something.
  [[nodiscard]] bool dragging() const { return drag_ != Drag::None; }
  /// Where the sentences above the wall ended when last drawn, on the screen.
  [[nodiscard]] float sentences_end_px() const { return head_.sentences_end_px(); }

 private:
  enum class Drag : std::uint8_t { None, Press, Box, Pan, Menu };

  // wall.cpp
  void draw_link_names(const FleetFrame& frame, const WallGrid& grid, Rect labels) const;
  void draw_cells(const FleetFrame& frame, const WallGrid& grid);
  /// Values as text, where cells have room for it.
  void draw_values(const FleetFrame& frame, const WallGrid& grid);
  void draw_selection(const FleetFrame& frame, const WallGrid& grid) const;
  [[nodiscard]] Rect rect_of(const FleetView& view, const WallBox& box) const;

  // axes.cpp
  static void draw_steps(const FleetFrame& frame, Rect strip);
  void draw_labels(const FleetFrame& frame, const WallGrid& grid, Rect labels);
  void draw_rank_labels(const FleetFrame& frame, const WallGrid& grid, Rect labels);
  void draw_group_labels(const FleetFrame& frame, const WallGrid& grid, Rect labels) const;
  void draw_rank_ticks(const FleetFrame& frame, const WallGrid& grid, Rect labels) const;

  // mouse.cpp
  void handle_mouse(const FleetFrame& frame, Rect labels, Rect bar);
  void wheel(const FleetFrame& frame, bool on_labels);
  void begin_drag(const Ui& ui);
  void move_drag(const FleetFrame& frame);
  void end_drag(const FleetFrame& frame);
  void click(const FleetFrame& frame, ImVec2 at, bool twice) const;
  void draw_hover(const FleetFrame& frame) const;
  void draw_menu(const FleetFrame& frame) const;
  /// The cells that are drawn as one at that place.
  [[nodiscard]] std::optional<WallBox> box_at(const FleetView& view, ImVec2 at) const;
  /// Of a block, the cell with the largest value.
  [[nodiscard]] std::optional<WallCell> cell_at(const FleetView& view, ImVec2 at) const;
  [[nodiscard]] std::optional<WallBox> dragged_box(const FleetView& view) const;

  FleetHead head_;
  WallBlocks blocks_;
  FaceLabels labels_;
  Rect cells_;  // where the cells are
  bool on_cells_ = false;
  CellLevels levels_;
  Drag drag_ = Drag::None;
  int button_ = 0;
  ImVec2 press_at_, last_at_;
  FleetStrip strip_;
  WallBlocks less_;  // of a difference, beside blocks_
};

}  // namespace lanescope
