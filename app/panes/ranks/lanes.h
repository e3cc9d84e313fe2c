// The ranks of a run on a common clock: the sentence about them, a ruler, their labels and rows,
// and the lines that connect the parts of a collective.
#pragma once

#include <optional>
#include <vector>

#include "app/panes/pane/face_labels.h"
#include "app/panes/ranks/frame.h"
#include "app/panes/ranks/rows.h"
#include "app/panes/timeline/lane_mouse.h"
#include "app/panes/timeline/ruler_strip.h"
#include "core/view/lanes/hover_text.h"

namespace lanescope {

class RanksLanes {
 public:
  /// `labels_px` is the width of the labels, in layout units.
  void draw(const RanksFrame& frame, Rect area, float labels_px);
  /// Whether the mouse is dragging something.
  [[nodiscard]] bool dragging() const { return mouse_.dragging(); }
  /// Where the sentences above the rows ended when last drawn, on the screen.
  [[nodiscard]] float sentences_end_px() const { return sentences_end_px_; }

 private:
  // head.cpp
  [[nodiscard]] static float head_px(const RanksFrame& frame, Rect area);
  void draw_head(const RanksFrame& frame, Rect head, Rect area, Rect ruler_label);
  /// The chooser where there is little height.
  static void draw_measure_menu(const RanksFrame& frame, Rect room);
  static void draw_chooser(const RanksFrame& frame, Rect room);
  void draw_label(const RanksFrame& frame, const RanksRow& row, Rect rect, Rect clip) const;

  void draw_rows(const RanksFrame& frame, Rect labels, Rect lanes);
  void draw_joins(const RanksFrame& frame, Rect lanes);
  void draw_join(const RanksFrame& frame, Rect lanes, const MatchedCollective& one, ImU32 color,
                 float thick) const;

  // mouse.cpp
  void handle_mouse(const RanksFrame& frame, const LaneAreas& areas);
  void click(const RanksFrame& frame, ImVec2 at, bool twice);
  void draw_hover(const RanksFrame& frame);
  [[nodiscard]] std::optional<RanksRowPlace> row_at(const RanksFrame& frame, ImVec2 at) const;
  [[nodiscard]] std::optional<std::size_t> collective_under(const RanksFrame& frame, ImVec2 at);
  /// A single slice of a stream.
  [[nodiscard]] std::optional<RankEvent> event_under(const RanksFrame& frame, ImVec2 at);

  // menu.cpp
  void open_menu(const RanksFrame& frame);
  void draw_menu(const RanksFrame& frame) const;

  RanksRowPainter rows_;
  RulerStrip ruler_;
  LaneMouse mouse_;
  std::vector<JoinedCollective> joins_;
  FaceLabels labels_;
  Rect lanes_;
  RankEvent menu_of_;  // what the menu is about; no event: the rank
  float sentences_end_px_ = 0;
};

/// Items of a menu about a rank: to open its trace, to unfold it.
void draw_rank_items(const RanksFrame& frame, std::size_t trace);

}  // namespace lanescope
