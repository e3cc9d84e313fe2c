#include "app/widgets/draw/text.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>

#include "app/widgets/draw/glyph_requests.h"
#include "app/widgets/draw/name_text.h"
#include "app/widgets/draw/text_order.h"

namespace lanescope {
namespace {

constexpr std::string_view kEllipsis = "…";

/// Whether a cut before this byte would split a character.
bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The longest suffix of `text` that fits into `width`.
std::string_view fitting_tail(const Face& face, std::string_view text, float width) {
  float wide = text_width(face, text);
  while (!text.empty() && wide > width) {
    std::size_t step = 1;
    while (step < text.size() && continues(text[step])) ++step;
    wide -= text_width(face, text.substr(0, step));
    text.remove_prefix(step);
  }
  return text;
}

/// Whether a line may break before `at`: C++ names and shapes have few spaces.
bool may_break(std::string_view text, std::size_t at) {
  const char before = text[at - 1];
  if (before == ',' || before == '<' || before == '_') return text[at] != before;
  return before == '/' || (before == ':' && at > 1 && text[at - 2] == ':');
}

}  // namespace

std::size_t fitting_head(const Face& face, std::string_view text, float width) {
  const char* rest = nullptr;
  std::string line;
  if (text.find('\n') != std::string_view::npos) {  // drawn as a space
    line = text;
    std::ranges::replace(line, '\n', ' ');
    text = line;
  }
  face.font->CalcTextSizeA(face.size_px, width, 0, text.data(), text.data() + text.size(), &rest);
  return static_cast<std::size_t>(rest - text.data());
}

std::size_t line_length(const Face& face, std::string_view text, float width) {
  std::size_t fits = fitting_head(face, text, width);
  if (fits >= text.size()) return text.size();
  if (fits == 0) fits = 1;
  while (fits < text.size() && continues(text[fits])) ++fits;
  const std::size_t space = text.rfind(' ', fits);
  const bool has_space = space != std::string_view::npos && space > 0;
  if (has_space && space * 2 >= fits) return space;
  for (std::size_t at = fits; at > 1; --at) {
    if (may_break(text, at)) return at;
  }
  return has_space ? space : fits;
}

float text_width(const Face& face, std::string_view text) {
  if (text.empty()) return 0;
  const DrawingOrder order(text);
  const std::string_view drawn = order.text();
  return face.font
      ->CalcTextSizeA(face.size_px, FLT_MAX, 0, drawn.data(), drawn.data() + drawn.size())
      .x;
}

float centered_y(const Face& face, float y0, float y1) {
  return std::floor((y0 + y1 - face.size_px) / 2 + 0.5F);
}

void draw_text(ImDrawList& list, const Face& face, ImVec2 at, ImU32 color, std::string_view text) {
  if (text.empty()) return;
  const DrawingOrder order(text);
  const std::string_view drawn = order.text();
  if (face.requests != nullptr) face.requests->note(*face.font, drawn);
  list.AddText(face.font, face.size_px, at, color, drawn.data(), drawn.data() + drawn.size());
}

void draw_text_right(ImDrawList& list, const Face& face, float right_x, float y, ImU32 color,
                     std::string_view text) {
  draw_text(list, face, {std::floor(right_x - text_width(face, text)), y}, color, text);
}

void draw_text_right_fitted(ImDrawList& list, const Face& face, float right_x, float y, float width,
                            ImU32 color, std::string_view text) {
  if (text_width(face, text) <= width) {
    draw_text_right(list, face, right_x, y, color, text);
  } else {
    draw_text_fitted(list, face, {right_x - width, y}, width, color, text);
  }
}

float draw_text_fitted(ImDrawList& list, const Face& face, ImVec2 at, float width, ImU32 color,
                       std::string_view text) {
  if (width <= 0) return 0;
  const float whole = text_width(face, text);
  if (whole <= width) {
    draw_text(list, face, at, color, text);
    return whole;
  }
  const float room = width - text_width(face, kEllipsis);
  if (room <= 0) return 0;
  std::string_view head = text.substr(0, fitting_head(face, text, room));
  while (!head.empty() && head.back() == ' ') head.remove_suffix(1);
  draw_text(list, face, at, color, head);
  const float drawn = text_width(face, head);
  draw_text(list, face, {at.x + drawn, at.y}, color, kEllipsis);
  return drawn + text_width(face, kEllipsis);
}

void draw_text_tail(ImDrawList& list, const Face& face, float right_x, float y, float width,
                    ImU32 color, std::string_view text) {
  if (text_width(face, text) <= width) {
    draw_text_right(list, face, right_x, y, color, text);
    return;
  }
  const std::string_view tail = fitting_tail(face, text, width - text_width(face, kEllipsis));
  if (tail.empty()) return;
  draw_text_right(list, face, right_x, y, color, tail);
  draw_text_right(list, face, right_x - text_width(face, tail), y, color, kEllipsis);
}

float draw_text_ends(ImDrawList& list, const Face& face, ImVec2 at, float width, ImU32 color,
                     std::string_view text) {
  const float ellipsis = text_width(face, kEllipsis);
  const float room = width - ellipsis;
  if (text_width(face, text) <= width || room <= 0)
    return draw_text_fitted(list, face, at, width, color, text);
  const std::string_view tail = fitting_tail(face, text, room / 2);
  const float tail_px = text_width(face, tail);
  const std::string_view head = text.substr(0, fitting_head(face, text, room - tail_px));
  const float head_px = text_width(face, head);
  draw_text(list, face, at, color, head);
  draw_text(list, face, {at.x + head_px, at.y}, color, kEllipsis);
  draw_text(list, face, {at.x + head_px + ellipsis, at.y}, color, tail);
  return head_px + ellipsis + tail_px;
}

float draw_text_wrapped(ImDrawList* list, const Face& face, ImVec2 at, float width, ImU32 color,
                        std::string_view text, std::size_t most_lines) {
  float height = 0;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view head = text.substr(0, text.find('\n'));
    if (number == most_lines) {
      if (list != nullptr) draw_text_fitted(*list, face, {at.x, at.y + height}, width, color, head);
      return height + face.size_px;
    }
    const std::size_t line = line_length(face, head, width);
    if (line == head.size()) {
      text.remove_prefix(std::min(text.size(), line + 1));  // including the newline
    } else {
      head = head.substr(0, line);
      text.remove_prefix(line);
      while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    }
    if (list != nullptr) draw_text(*list, face, {at.x, at.y + height}, color, head);
    height += face.size_px;
  }
  return height;
}

}  // namespace lanescope
