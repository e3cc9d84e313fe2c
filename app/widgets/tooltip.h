// Small boxes on top of everything else, about what is under the mouse.
#pragma once

#include <span>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct TooltipLine {
  std::string_view label;  // dim, on the left; empty: `text` alone
  std::string_view text;
  ImU32 color = 0;             // of the text
  const Face* face = nullptr;  // null: the face `ui`
  ImU32 swatch = 0;            // a square before the label; 0: none
  bool name = false;           // of an event: cut off after three lines, the details have it all
  bool sentence = false;       // of the program, without a label: code in it is set apart
};

/// A sentence in the face `ui`; 0: in the color of text.
inline TooltipLine tooltip_sentence(std::string_view text, ImU32 color = 0) {
  return {.label = {}, .text = text, .color = color, .sentence = true};
}

/// While one exists, tooltips about what is left of a panel do not cover it if there is room beside
/// it: the panel may be what is being read, and it says the same of what is selected. An empty
/// panel keeps nothing clear. Main thread only, like Dear ImGui; one at a time.
class TooltipsBeside {
 public:
  explicit TooltipsBeside(Rect panel);
  ~TooltipsBeside();
  TooltipsBeside(const TooltipsBeside&) = delete;
  TooltipsBeside& operator=(const TooltipsBeside&) = delete;
};

/// While one exists, tooltips about what is right of a column of names do not cover it if they fit
/// elsewhere, if need be over a panel that TooltipsBeside keeps clear. Main thread only; one at a
/// time.
class TooltipsRightOf {
 public:
  explicit TooltipsRightOf(Rect names);
  ~TooltipsRightOf();
  TooltipsRightOf(const TooltipsRightOf&) = delete;
  TooltipsRightOf& operator=(const TooltipsRightOf&) = delete;
};

/// A box next to the mouse, kept on the screen; below or above `about`, which may be empty, if
/// there is room. If the first line has no label, it may wrap; `swatch` (unless 0) is a colored
/// square before it.
void draw_tooltip(const Ui& ui, ImVec2 mouse, std::span<const TooltipLine> lines, ImU32 swatch = 0,
                  Rect about = {});

/// A sentence below the item under the mouse, on one line, or on several in a window that is
/// narrower.
void draw_hint(const Ui& ui, Rect thing, std::string_view text);

/// The background and outline of a floating box.
void draw_floating_box(const Ui& ui, ImDrawList& list, Rect box, float rounding);

}  // namespace lanescope
