#include "core/view/svg/writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

// Inter Regular, in thousandths of its size, starting at the space.
constexpr std::array<std::uint16_t, 95> kAdvances{
    281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, 625, 464, 605,
    636, 642, 608, 624, 571, 616, 624, 276, 280, 659, 659, 659, 507, 936, 676, 651, 727, 719, 598,
    587, 743, 740, 264, 543, 652, 562, 889, 753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642,
    665, 625, 362, 357, 362, 469, 452, 497, 564, 621, 558, 621, 582, 361, 609, 591, 237, 237, 544,
    237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557, 812, 540, 557, 541, 362, 327, 362, 659};
constexpr float kOtherAdvance = 1.0F;  // wide East Asian characters

/// The scalar value of `bytes` of valid UTF-8.
char32_t decoded(std::string_view bytes) {
  if (bytes.size() == 1) return static_cast<unsigned char>(bytes[0]);
  char32_t c = static_cast<unsigned char>(bytes[0]) & (0x7FU >> bytes.size());
  for (const char byte : bytes.substr(1)) c = c << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  return c;
}

bool turns_direction(char32_t c) {
  return c == 0x061C || (c >= 0x200E && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

/// Characters that XML 1.0 does not allow in any notation, and those that change the text
/// direction.
bool is_unwanted(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xFFFE || c == 0xFFFF || turns_direction(c);
}

}  // namespace

void append_svg_text(std::string_view text, std::string& out) {
  while (!text.empty()) {
    const std::size_t bytes = utf8_length(text);
    const char32_t c = bytes == 0 ? U'\0' : decoded(text.substr(0, bytes));
    if (is_unwanted(c)) {
      out += c == '\n' ? std::string_view("\n") : kReplacementUtf8;
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += text.substr(0, bytes);
    }
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
}

Rgb blended(Rgb under, Rgb over, double share) {
  const auto channel = [share](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * share));
  };
  return {channel(under.r, over.r), channel(under.g, over.g), channel(under.b, over.b)};
}

LabelFitter svg_labels(float size_px) {
  return LabelFitter([size_px](char32_t c) {
    if (c >= ' ' && c < ' ' + kAdvances.size()) return size_px * 0.001F * kAdvances[c - ' '];
    return size_px * kOtherAdvance;
  });
}

std::string hex(Rgb color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

void SvgWriter::raw(std::string_view markup) {
  text_ += markup;
}

void SvgWriter::box(SvgBox box, Rgb fill, float rounding_px, std::string_view hint) {
  if (full()) return;
  fmt::format_to(std::back_inserter(text_),
                 R"(<rect x="{:.2f}" y="{:.1f}" width="{:.2f}" height="{:.1f}" fill="{}")", box.x0,
                 box.y0, box.x1 - box.x0, box.y1 - box.y0, hex(fill));
  if (rounding_px > 0) fmt::format_to(std::back_inserter(text_), R"( rx="{:.1f}")", rounding_px);
  if (hint.empty()) {
    text_ += "/>\n";
    return;
  }
  text_ += "><title>";
  append_svg_text(hint, text_);
  text_ += "</title></rect>\n";
}

void SvgWriter::words(float x, float y, std::string_view kind, Rgb color, std::string_view text) {
  if (full() || text.empty()) return;
  fmt::format_to(std::back_inserter(text_), R"(<text class="{}" x="{:.2f}" y="{:.1f}" fill="{}">)",
                 kind, x, y, hex(color));
  // A second line would be drawn over what is below.
  std::string line(text);
  std::ranges::replace(line, '\n', ' ');
  append_svg_text(line, text_);
  text_ += "</text>\n";
}

void SvgWriter::path(std::string_view data, std::string_view look) {
  if (full() || data.empty()) return;
  fmt::format_to(std::back_inserter(text_), R"(<path d="{}" {}/>)", data, look);
  text_ += '\n';
}

}  // namespace lanescope
