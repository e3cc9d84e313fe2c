#include "core/view/text/label_fit.h"

#include <cstdint>

namespace lanescope {
namespace {

constexpr std::size_t kFewestLetters = 3;
constexpr float kTwoLetters = 1.4F;  // times an "n": wide CJK characters count as two letters

struct CodePoint {
  char32_t value;
  std::size_t bytes;
};

/// The character at a position in valid UTF-8; a stray byte is returned as is.
CodePoint decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0};
  };
  const std::uint32_t first = byte(at);
  const auto follow = [&](std::size_t i) { return std::uint32_t{byte(at + i)} & 0x3FU; };
  if (first >= 0xF0) {
    return {
        static_cast<char32_t>((first & 7U) << 18U | follow(1) << 12U | follow(2) << 6U | follow(3)),
        4};
  }
  if (first >= 0xE0) {
    return {static_cast<char32_t>((first & 15U) << 12U | follow(1) << 6U | follow(2)), 3};
  }
  if (first >= 0xC0) return {static_cast<char32_t>((first & 31U) << 6U | follow(1)), 2};
  return {static_cast<char32_t>(first), 1};
}

}  // namespace

LabelFitter::LabelFitter(const std::function<float(char32_t)>& advance_px)
    : other_(advance_px), ellipsis_px_(advance_px(U'…')) {
  for (std::size_t c = 0; c < ascii_.size(); ++c) ascii_[c] = advance_px(static_cast<char32_t>(c));
}

float LabelFitter::advance(std::string_view text, std::size_t at, std::size_t& next) const {
  const auto c = static_cast<std::uint8_t>(text[at]);
  if (c < ascii_.size()) {
    next = at + 1;
    return ascii_[c];
  }
  const CodePoint point = decode(text, at);
  next = at + point.bytes < text.size() ? at + point.bytes : text.size();
  return other_(point.value);
}

FittedLabel LabelFitter::fit(std::string_view text, float width_px) const {
  float width = 0;
  float cut_width = 0;  // of the prefix that leaves room for the ellipsis
  std::size_t cut = 0;
  std::size_t letters = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t next = at;
    const float advance_px = advance(text, at, next);
    width += advance_px;
    if (width > width_px) {
      if (letters < kFewestLetters) return {};
      return {text.substr(0, cut), true, cut_width + ellipsis_px_};
    }
    if (width + ellipsis_px_ <= width_px) {
      cut = next;
      cut_width = width;
      const bool is_wide = next - at > 1 && advance_px > kTwoLetters * ascii_['n'];
      letters += is_wide ? 2 : 1;
    }
    at = next;
  }
  return {text, false, width};
}

float LabelFitter::width_px(std::string_view text) const {
  float width = 0;
  for (std::size_t at = 0; at < text.size();) width += advance(text, at, at);
  return width;
}

}  // namespace lanescope
