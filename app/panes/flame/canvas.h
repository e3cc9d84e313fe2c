// Draws the visible lines of a flame graph, and handles the mouse and the keyboard.
#pragma once

#include <optional>
#include <vector>

#include "app/panes/pane/face_labels.h"
#include "app/panes/pane/pane.h"
#include "app/widgets/tooltip.h"
#include "core/view/flame/diff.h"
#include "core/view/flame/model.h"
#include "core/view/flame/view.h"

namespace lanescope {

/// Two runs in one graph: the frames of `side`, colored by the change.
struct FlameChanges {
  const FlameDiff& diff;
  RunSide side = RunSide::B;
  const DiffPalette& palette;
  ShortNames& names;  // names of that run
};

/// What is drawn: the lines below the root; the path above the graph represents the root. In a
/// sandwich, the callers are above the line of the name, which both trees share.
struct FlameScene {
  const PaneFrame& frame;
  const FlameTree& tree;
  const FlameTree* callers = nullptr;
  FlameWeight weight = FlameWeight::CpuTime;
  const FlameMatches* matches = nullptr;  // other frames are drawn faintly
  const FlameChanges* changes = nullptr;

  [[nodiscard]] const Snapshot& trace() const {
    if (changes == nullptr) return *frame.view.snapshot();
    const AlignedPair& pair = *changes->diff.pair;
    return changes->side == RunSide::A ? *pair.a : *pair.b;
  }
  [[nodiscard]] ShortNames& names() const {
    return changes != nullptr ? changes->names : frame.view.names.shortened;
  }
};

/// A frame of one of the trees.
struct FlameSpot {
  bool caller = false;
  std::uint32_t node = 0;
  friend bool operator==(const FlameSpot&, const FlameSpot&) = default;
};

class FlameCanvas {
 public:
  /// Shows a new graph completely, scrolled past the lines that consist of a single frame.
  void reset(const FlameTree& tree, const FlameTree* callers);

  void draw(const FlameScene& scene, Rect area);
  /// The path to the current zoom: the frames around the one zoomed to. Each can be clicked.
  void draw_path(const FlameScene& scene, Rect row);

  /// The frame whose menu was requested in this frame.
  [[nodiscard]] std::optional<FlameSpot> menu_spot() const { return menu_; }
  void zoom_to(const FlameScene& scene, FlameSpot spot);
  /// Whether the arrow keys act on the graph: the last click was in it, or the keyboard gave it the
  /// focus. They start at the root.
  [[nodiscard]] bool has_keys() const { return has_keys_; }
  void take_keys() { has_keys_ = true; }

 private:
  struct Line {
    bool caller = false;
    std::uint32_t depth = 0;
  };

  [[nodiscard]] static std::uint32_t line_count(const FlameScene& scene);
  [[nodiscard]] static Line line_at(const FlameScene& scene, std::uint32_t line);
  [[nodiscard]] static std::uint32_t line_of(const FlameScene& scene, FlameSpot spot);
  [[nodiscard]] static const FlameTree& tree_of(const FlameScene& scene, bool caller);

  void draw_lines(const FlameScene& scene, Rect area);
  void draw_box(const FlameScene& scene, const Line& line, const FlameBox& box, Rect at);
  struct BoxColors {
    ImU32 fill = 0, text = 0;
  };
  static BoxColors box_colors(const FlameScene& scene, const Line& line, std::uint32_t number);
  void draw_label(const FlameScene& scene, const FlameNode& node, Rect at, ImU32 color);
  void draw_hover(const FlameScene& scene);
  void draw_tooltip_of(const FlameScene& scene, const FlameNode& node);
  void handle_mouse(const FlameScene& scene, Rect area);
  void handle_wheel(const FlameScene& scene, Rect area);
  void handle_keys(const FlameScene& scene);
  void click(const FlameScene& scene, FlameSpot spot);
  void click_changes(const FlameScene& scene, FlameSpot spot);
  void show_line(const FlameScene& scene, FlameSpot spot);

  FlameZoom zoom_;
  float scroll_px_ = 0;
  float height_px_ = 0;              // of the area of the lines
  std::optional<float> first_line_;  // scroll here once the height of a line is known
  std::vector<std::uint32_t> path_;  // to the frame zoomed to, in its tree
  FlameSpot focus_;
  std::optional<FlameSpot> selected_, hovered_, menu_;
  std::uint32_t hovered_count_ = 1;
  Rect hovered_at_;
  bool has_keys_ = false;
  bool dragging_ = false;

  // Kept to avoid allocations while the view does not change.
  std::vector<FlameBox> boxes_;
  std::optional<FlameSpot> shown_;
  std::uint32_t shown_count_ = 0;
  FlameHover hover_;
  std::vector<TooltipLine> tooltip_;
  FlameLabels names_;
  FaceLabels labels_;
};

}  // namespace lanescope
