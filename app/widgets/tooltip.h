// Small boxes above everything else: what is under the mouse.
#pragma once

#include <span>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct TooltipLine {
  std::string_view label;  // dim, at the left; empty: `text` stands alone
  std::string_view text;
  ImU32 color = 0;             // of the text
  const Face* face = nullptr;  // null: the interface's
  ImU32 swatch = 0;            // a square before the label; 0: none
};

/// A box beside the mouse, kept on the screen. A first line without label may wrap; `swatch`
/// (unless 0) is a square of colour before it.
void draw_tooltip(const Ui& ui, ImVec2 mouse, std::span<const TooltipLine> lines, ImU32 swatch = 0);

/// One line under a thing the mouse rests on.
void draw_hint(const Ui& ui, Rect thing, std::string_view text);

/// Background and outline of a floating box.
void draw_floating_box(const Ui& ui, ImDrawList& list, Rect box, float rounding);

}  // namespace lanescope
