#include "app/widgets/draw/text_order.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "imgui_internal.h"

#include "app/widgets/draw/arabic_forms.h"
#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

enum class Kind : char {
  Left,     // from left to right
  Right,    // from right to left
  Number,   // digits: their own order, wherever they stand
  Neutral,  // goes with what is around it
  Mark,     // on the letter before it
};

bool is_right(char32_t c) {
  return (c >= 0x0590 && c <= 0x08FF) || (c >= 0xFB1D && c <= 0xFDFF) ||
         (c >= 0xFE70 && c <= 0xFEFC);
}

Kind kind_of(char32_t c) {
  const bool hebrew_mark = c >= 0x0591 && c <= 0x05BD;
  if (hebrew_mark || is_arabic_mark(c)) return Kind::Mark;
  const bool digit =
      (c >= '0' && c <= '9') || (c >= 0x0660 && c <= 0x0669) || (c >= 0x06F0 && c <= 0x06F9);
  if (digit) return Kind::Number;
  if (is_right(c)) return Kind::Right;
  const bool ascii_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  if ((c < 0x80 && !ascii_letter) || (c >= 0x2000 && c <= 0x206F)) return Kind::Neutral;
  return Kind::Left;
}

/// Cheap and too often true: by the first bytes of such characters.
bool may_be_right(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0xD6U) continue;
    const unsigned next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    if (byte <= 0xDFU || (byte == 0xE0U && next < 0xA4U) ||
        (byte == 0xEFU && next >= 0xACU && next <= 0xBBU))
      return true;
  }
  return false;
}

std::u32string decoded(std::string_view text) {
  std::u32string characters;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    unsigned int c = 0;
    at += std::max(1, ImTextCharFromUtf8(&c, at, end));
    characters += static_cast<char32_t>(c);
  }
  return characters;
}

char32_t mirrored(char32_t c) {
  constexpr std::u32string_view kPairs = U"()[]{}<>\u00AB\u00BB";
  const std::size_t at = kPairs.find(c);
  return at == std::u32string_view::npos ? c : kPairs[at ^ 1U];
}

/// Which characters go from right to left, numbers among them included: Right or Number there, Left
/// elsewhere. Marks are as what they sit on.
std::vector<Kind> directions(const std::u32string& text) {
  std::vector<Kind> kinds(text.size());
  Kind strong = Kind::Left;
  for (std::size_t i = 0; i < text.size(); ++i) {
    Kind kind = kind_of(text[i]);
    if (kind == Kind::Mark) kind = i == 0 ? Kind::Left : kinds[i - 1];
    if (kind == Kind::Left || kind == Kind::Right) strong = kind;
    if (kind == Kind::Number && strong == Kind::Left) kind = Kind::Left;
    kinds[i] = kind;
  }
  // What is between two that go from right to left does so too; "3.5" is one number.
  for (std::size_t i = 0; i < kinds.size();) {
    if (kinds[i] != Kind::Neutral) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < kinds.size() && kinds[end] == Kind::Neutral) ++end;
    const Kind before = i == 0 ? Kind::Left : kinds[i - 1];
    const Kind after = end == kinds.size() ? Kind::Left : kinds[end];
    Kind kind = before == Kind::Left || after == Kind::Left ? Kind::Left : Kind::Right;
    const bool inside = before == Kind::Number && after == Kind::Number && end == i + 1;
    if (inside && (text[i] == '.' || text[i] == ',' || text[i] == ':')) kind = Kind::Number;
    std::fill(kinds.begin() + static_cast<std::ptrdiff_t>(i),
              kinds.begin() + static_cast<std::ptrdiff_t>(end), kind);
    i = end;
  }
  return kinds;
}

/// Appends [begin, end), all of it from right to left, as it is drawn.
void append_reversed(const std::u32string& text, const std::vector<Kind>& kinds, std::size_t begin,
                     std::size_t end, std::u32string& drawn) {
  while (end > begin) {
    // A letter with its marks, or a whole number, keeps its own order.
    std::size_t first = end - 1;
    if (kinds[first] == Kind::Number) {
      while (first > begin && kinds[first - 1] == Kind::Number) --first;
    } else {
      while (first > begin && kind_of(text[first]) == Kind::Mark) --first;
    }
    for (std::size_t i = first; i < end; ++i)
      drawn += kinds[i] == Kind::Number ? text[i] : mirrored(text[i]);
    end = first;
  }
}

std::string encoded(const std::u32string& characters) {
  std::string text;
  std::array<char, 4> bytes{};
  for (const char32_t c : characters)
    text.append(bytes.data(), static_cast<std::size_t>(write_utf8(c, bytes.data()) - bytes.data()));
  return text;
}

}  // namespace

DrawingOrder::DrawingOrder(std::string_view text) : text_(text) {
  if (!may_be_right(text)) return;
  std::u32string characters = decoded(text);
  if (std::ranges::none_of(characters, is_right)) return;
  join_arabic(characters);
  const std::vector<Kind> kinds = directions(characters);
  std::u32string drawn;
  for (std::size_t i = 0; i < characters.size();) {
    if (kinds[i] == Kind::Left) {
      drawn += characters[i++];
      continue;
    }
    std::size_t end = i;
    while (end < characters.size() && kinds[end] != Kind::Left) ++end;
    append_reversed(characters, kinds, i, end, drawn);
    i = end;
  }
  changed_ = encoded(drawn);
}

}  // namespace lanescope
