// Text in a face, cut to the available width. Positions are the top left corner of the line.
#pragma once

#include <cstddef>
#include <string_view>

#include "imgui.h"

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/style.h"

namespace lanescope {

/// The width of one line. Cost: O(text).
float text_width(const Face& face, std::string_view text);

/// The top of a line that is vertically centered in [y0, y1), rounded to a pixel.
float centered_y(const Face& face, float y0, float y1);

void draw_text(ImDrawList& list, const Face& face, ImVec2 at, ImU32 color, std::string_view text);

/// Ends at `right_x`.
void draw_text_right(ImDrawList& list, const Face& face, float right_x, float y, ImU32 color,
                     std::string_view text);

/// Ends at `right_x`; cut at its end with an ellipsis if it is wider than `width`, so that it never
/// runs into what is on its left.
void draw_text_right_fitted(ImDrawList& list, const Face& face, float right_x, float y, float width,
                            ImU32 color, std::string_view text);

/// Cut with an ellipsis if it does not fit. Returns the width drawn.
float draw_text_fitted(ImDrawList& list, const Face& face, ImVec2 at, float width, ImU32 color,
                       std::string_view text);

/// The same, but keeps the end: "…/modules/module.py". Right-aligned to `right_x`.
void draw_text_tail(ImDrawList& list, const Face& face, float right_x, float y, float width,
                    ImU32 color, std::string_view text);

/// The same, but keeps both ends: "resnet50…json.gz". Returns the width drawn.
float draw_text_ends(ImDrawList& list, const Face& face, ImVec2 at, float width, ImU32 color,
                     std::string_view text);

/// Wraps at spaces; in long words after `::`, `<`, `,`, `_` and `/`, else anywhere. Returns the
/// height drawn; only measures if `list` is null. The last of `most_lines` (0: any number) is
/// fitted.
float draw_text_wrapped(ImDrawList* list, const Face& face, ImVec2 at, float width, ImU32 color,
                        std::string_view text, std::size_t most_lines = 0);

}  // namespace lanescope
