// What all drawing code shares: colors, faces and the scale. Set by shell/theme, only read here.
#pragma once

#include <cmath>

#include "imgui.h"

namespace lanescope {

/// Named colors. Opaque unless marked translucent.
struct Colors {
  ImU32 background = 0;    // behind the lanes
  ImU32 panel = 0;         // bars, labels, panes
  ImU32 raised = 0;        // fields, tabs, tooltips, dialogs
  ImU32 line = 0;          // one-pixel lines between areas
  ImU32 text = 0;          // primary information
  ImU32 dim = 0;           // secondary information
  ImU32 faint = 0;         // what can be ignored
  ImU32 accent = 0;        // what can be clicked, the view's extent in the overview
  ImU32 selection = 0;     // outline of the selection
  ImU32 selected_row = 0;  // the selected row in tables
  ImU32 hovered_row = 0;
  ImU32 grid = 0;                          // time lines behind the lanes, translucent
  ImU32 range = 0;                         // fill of a selected range, translucent
  ImU32 scrim = 0;                         // over what a dialog covers, translucent
  ImU32 shadow = 0;                        // around floating boxes, translucent
  ImU32 path = 0;                          // the critical path over the lanes
  ImU32 good = 0, warning = 0, error = 0;  // marks and text
};

class GlyphRequests;

/// A font at one size. `size_px` is ImGui's font size, the height of a line.
struct Face {
  ImFont* font = nullptr;
  float size_px = 13;
  GlyphRequests* requests = nullptr;  // where to note missing glyphs; may be null
  unsigned atlas = 0;                 // number of the atlas; glyphs and advances depend on it

  bool operator==(const Face&) const = default;
};

struct Faces {
  Face ui;       // Inter 13: the interface
  Face strong;   // Inter semibold 13
  Face small;    // Inter 12: subtitles, facts
  Face lane;     // Inter 12.5: lane names
  Face group;    // Inter semibold 12.5
  Face slice;    // Inter 11.5: on slices
  Face tiny;     // Inter 9.5: steps in the overview
  Face head;     // Inter semibold 11: headings of sections and columns
  Face title;    // Inter semibold 15
  Face display;  // Inter semibold 28: the start page
  Face mono;     // JetBrains Mono 12: numbers and code
  Face icon;     // Font Awesome 14
};

struct Style {
  Colors color;
  Faces face;
  float scale = 1;  // layout units per design pixel

  /// Converts design pixels to layout units, rounded to keep lines sharp.
  [[nodiscard]] float px(float measure) const { return std::round(measure * scale); }
};

/// `color` with its alpha multiplied by `share` (0 … 1).
ImU32 faded(ImU32 color, float share);
/// Interpolates from `a` (0) to `b` (1), including alpha.
ImU32 mixed(ImU32 a, ImU32 b, float share);

}  // namespace lanescope
