// What everything that draws shares: colours, type faces and the scale. Filled by shell/theme, only
// read here.
#pragma once

#include <cmath>

#include "imgui.h"

namespace lanescope {

/// Tokens of the look. All opaque unless said otherwise.
struct Colors {
  ImU32 background = 0;    // behind the lanes
  ImU32 panel = 0;         // bars, labels, panes
  ImU32 raised = 0;        // fields, tabs, tooltips, dialogs
  ImU32 line = 0;          // one-pixel lines between areas
  ImU32 text = 0;          // what the user came for
  ImU32 dim = 0;           // what explains it
  ImU32 faint = 0;         // what can be ignored
  ImU32 accent = 0;        // what can be clicked, the view window
  ImU32 selection = 0;     // outline of what is selected
  ImU32 selected_row = 0;  // its row in tables
  ImU32 hovered_row = 0;
  ImU32 grid = 0;                          // time lines behind the lanes, translucent
  ImU32 range = 0;                         // fill of a selected range, translucent
  ImU32 scrim = 0;                         // over what a dialog covers, translucent
  ImU32 shadow = 0;                        // around floating things, translucent
  ImU32 path = 0;                          // the critical path over the lanes
  ImU32 good = 0, warning = 0, error = 0;  // marks and text
};

class GlyphRequests;

/// A font at one size. `size_px` is what ImGui calls its size: the height of a line.
struct Face {
  ImFont* font = nullptr;
  float size_px = 13;
  GlyphRequests* requests = nullptr;  // where to note what it can not draw, if anywhere
  unsigned atlas = 0;                 // which one of the program: glyphs and advances differ

  bool operator==(const Face&) const = default;
};

struct Faces {
  Face ui;       // Inter 13: the interface
  Face strong;   // Inter semibold 13
  Face small;    // Inter 12: subtitles, facts
  Face lane;     // Inter 12.5: lanes' names
  Face group;    // Inter semibold 12.5
  Face slice;    // Inter 11.5: on slices
  Face tiny;     // Inter 9.5: steps in the overview
  Face head;     // Inter semibold 11: heads of sections and columns
  Face title;    // Inter semibold 15
  Face display;  // Inter semibold 28: the start page
  Face mono;     // JetBrains Mono 12: numbers and code
  Face icon;     // Font Awesome 14
};

struct Style {
  Colors color;
  Faces face;
  float scale = 1;  // units of layout per pixel of look.md

  /// A measure of look.md in units of layout, whole so that lines stay sharp.
  [[nodiscard]] float px(float measure) const { return std::round(measure * scale); }
};

/// `color` with its alpha multiplied by `share` (0 … 1).
ImU32 faded(ImU32 color, float share);
/// From `a` (0) to `b` (1); alpha likewise.
ImU32 mixed(ImU32 a, ImU32 b, float share);

}  // namespace lanescope
