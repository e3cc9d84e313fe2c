// Rectangles and text in Dear ImGui's current window. To draw elsewhere, use text.h with a draw
// list.
#pragma once

#include "app/widgets/draw/text.h"

namespace lanescope {

inline void fill_rect(Rect rect, ImU32 color, float rounding_px = 0) {
  ImGui::GetWindowDrawList()->AddRectFilled(rect.min(), rect.max(), color, rounding_px);
}

/// The top of a line that is vertically centered in a row.
inline float centered_y(const Face& face, Rect row) {
  return centered_y(face, row.y0, row.y1);
}

inline void draw_text(const Face& face, ImVec2 at, ImU32 color, std::string_view text) {
  draw_text(*ImGui::GetWindowDrawList(), face, at, color, text);
}

inline void draw_text_right(const Face& face, float right_x, float y, ImU32 color,
                            std::string_view text) {
  draw_text_right(*ImGui::GetWindowDrawList(), face, right_x, y, color, text);
}

inline float draw_text_fitted(const Face& face, ImVec2 at, float width, ImU32 color,
                              std::string_view text) {
  return draw_text_fitted(*ImGui::GetWindowDrawList(), face, at, width, color, text);
}

inline float draw_text_wrapped(const Face& face, ImVec2 at, float width, ImU32 color,
                               std::string_view text) {
  return draw_text_wrapped(ImGui::GetWindowDrawList(), face, at, width, color, text);
}

}  // namespace lanescope
