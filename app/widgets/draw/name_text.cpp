#include "app/widgets/draw/name_text.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::string_view kEllipsis = "…";
constexpr float kPartShare = 0.62F;     // of the width, at most, for the part that differs
constexpr float kArgumentShare = 0.8F;  // the same with the template arguments in front of it

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
  float part_px = std::min(text_width(face, text.substr(differs_at)), room * kPartShare);
  std::string_view head = text.substr(0, fitting_head(face, text, room - part_px));
  if (head.size() >= differs_at) return draw_text_fitted(list, face, at, width, color, text);
  // The functor says what a kernel does, so a suffix that tells it apart does not push it out.
  std::size_t part_at = differs_at;
  const std::size_t arguments = text.find('<');
  if (arguments != 0 && arguments < differs_at && head.size() < word_end(text, arguments)) {
    part_at = arguments;
    part_px = std::min(text_width(face, text.substr(part_at)), room * kArgumentShare);
    head = text.substr(0, std::min(fitting_head(face, text, room - part_px), part_at));
  }
  const float head_px = text_width(face, head);
  draw_text(list, face, at, color, head);
  draw_text(list, face, {at.x + head_px, at.y}, color, kEllipsis);
  // One more pixel, as the sum of the widths may be less than the width of the sum.
  return head_px + ellipsis +
         draw_name_fitted(list, face, {at.x + head_px + ellipsis, at.y}, part_px + 1, color,
                          text.substr(part_at), differs_at - part_at);
}

}  // namespace lanescope
