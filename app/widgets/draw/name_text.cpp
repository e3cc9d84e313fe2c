#include "app/widgets/draw/name_text.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::string_view kEllipsis = "…";
constexpr float kPartShare = 0.62F;  // of the width, at most, for the part that differs

/// Where the word at `begin` ends, a bracket in front of it included.
std::size_t word_end(std::string_view text, std::size_t begin) {
  constexpr std::string_view kEnds = " _<>,:()[]";
  return std::min(text.find_first_of(kEnds, begin + 1), text.size());
}

}  // namespace

float draw_name_fitted(ImDrawList& list, const Face& face, ImVec2 at, float width, ImU32 color,
                       std::string_view text, std::size_t differs_at) {
  const float ellipsis = text_width(face, kEllipsis);
  const float room = width - ellipsis;
  if (differs_at == 0 || differs_at >= text.size() || room <= 0 ||
      text_width(face, text) <= width ||
      fitting_head(face, text, room) >= word_end(text, differs_at))
    return draw_text_fitted(list, face, at, width, color, text);
  const std::string_view part = text.substr(differs_at);
  const float part_px = std::min(text_width(face, part), room * kPartShare);
  const std::string_view head = text.substr(0, fitting_head(face, text, room - part_px));
  if (head.size() >= differs_at) return draw_text_fitted(list, face, at, width, color, text);
  const float head_px = text_width(face, head);
  draw_text(list, face, at, color, head);
  draw_text(list, face, {at.x + head_px, at.y}, color, kEllipsis);
  // One more pixel, as the sum of the widths may be less than the width of the sum.
  return head_px + ellipsis +
         draw_text_fitted(list, face, {at.x + head_px + ellipsis, at.y}, part_px + 1, color, part);
}

}  // namespace lanescope
