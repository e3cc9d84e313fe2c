// The ranks of a run on one clock: the sentence about them, a ruler, their labels and rows, and the
// lines that join the parts of a collective.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/panes/pane/face_labels.h"
#include "app/panes/ranks/frame.h"
#include "app/panes/ranks/rows.h"
#include "core/view/lanes/hover_text.h"
#include "core/view/timeline/ruler.h"

namespace lanescope {

class RanksLanes {
 public:
  /// `labels_px` is the width of the labels, in units of layout.
  void draw(const RanksFrame& frame, Rect area, float labels_px);
  /// The mouse is dragging something.
  [[nodiscard]] bool dragging() const { return mode_ != Mode::None; }

 private:
  static constexpr float kRightGapPx = 12;
  enum class Mode : std::uint8_t { None, Press, Range, Pan };

  // head.cpp
  [[nodiscard]] static float head_px(const RanksFrame& frame, float width);
  void draw_head(const RanksFrame& frame, Rect head);
  void draw_legend(const RanksFrame& frame, Rect room) const;
  void draw_label(const RanksFrame& frame, const RanksRow& row, Rect rect, Rect clip) const;

  void draw_ruler(const RanksFrame& frame, Rect strip, Rect lanes);
  void draw_rows(const RanksFrame& frame, Rect labels, Rect lanes);
  void draw_joins(const RanksFrame& frame, Rect lanes);
  void draw_join(const RanksFrame& frame, Rect lanes, const MatchedCollective& one, ImU32 color,
                 float thick) const;

  // mouse.cpp
  void handle_mouse(const RanksFrame& frame, Rect labels, Rect lanes);
  void wheel(const RanksFrame& frame, bool on_labels, bool on_lanes) const;
  void click(const RanksFrame& frame);
  void draw_hover(const RanksFrame& frame);
  [[nodiscard]] std::optional<RanksRowPlace> row_at(const RanksFrame& frame, ImVec2 at) const;
  [[nodiscard]] std::optional<std::size_t> collective_under(const RanksFrame& frame, ImVec2 at);

  RanksRowPainter rows_;
  Ruler ruler_;
  std::vector<JoinedCollective> joins_;
  FaceLabels labels_;
  Rect lanes_;
  Mode mode_ = Mode::None;
  int button_ = 0;
  ImVec2 press_at_, last_at_;
  Ns press_ns_ = 0;
  bool mouse_in_lanes_ = false;
};

}  // namespace lanescope
