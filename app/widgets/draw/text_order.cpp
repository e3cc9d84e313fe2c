#include "app/widgets/draw/text_order.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "imgui_internal.h"

#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

// Arabic letters change their shape depending on their neighbors.

enum class Joins : char { Before, Both };  // with the previous letter, or with both

/// Unicode encodes the forms in sequence: isolated, final, initial, medial. Letters that join only
/// the previous letter have the first two.
struct Letter {
  char32_t letter, alone;
  Joins joins;
};

constexpr Joins kBefore = Joins::Before, kBoth = Joins::Both;
constexpr std::array<Letter, 51> kLetters{{
    {0x0622, 0xFE81, kBefore}, {0x0623, 0xFE83, kBefore}, {0x0624, 0xFE85, kBefore},
    {0x0625, 0xFE87, kBefore}, {0x0626, 0xFE89, kBoth},   {0x0627, 0xFE8D, kBefore},
    {0x0628, 0xFE8F, kBoth},   {0x0629, 0xFE93, kBefore}, {0x062A, 0xFE95, kBoth},
    {0x062B, 0xFE99, kBoth},   {0x062C, 0xFE9D, kBoth},   {0x062D, 0xFEA1, kBoth},
    {0x062E, 0xFEA5, kBoth},   {0x062F, 0xFEA9, kBefore}, {0x0630, 0xFEAB, kBefore},
    {0x0631, 0xFEAD, kBefore}, {0x0632, 0xFEAF, kBefore}, {0x0633, 0xFEB1, kBoth},
    {0x0634, 0xFEB5, kBoth},   {0x0635, 0xFEB9, kBoth},   {0x0636, 0xFEBD, kBoth},
    {0x0637, 0xFEC1, kBoth},   {0x0638, 0xFEC5, kBoth},   {0x0639, 0xFEC9, kBoth},
    {0x063A, 0xFECD, kBoth},   {0x0641, 0xFED1, kBoth},   {0x0642, 0xFED5, kBoth},
    {0x0643, 0xFED9, kBoth},   {0x0644, 0xFEDD, kBoth},   {0x0645, 0xFEE1, kBoth},
    {0x0646, 0xFEE5, kBoth},   {0x0647, 0xFEE9, kBoth},   {0x0648, 0xFEED, kBefore},
    {0x0649, 0xFEEF, kBefore}, {0x064A, 0xFEF1, kBoth},   {0x0679, 0xFB66, kBoth},
    {0x067E, 0xFB56, kBoth},   {0x0686, 0xFB7A, kBoth},   {0x0688, 0xFB88, kBefore},
    {0x0691, 0xFB8C, kBefore}, {0x0698, 0xFB8A, kBefore}, {0x06A4, 0xFB6A, kBoth},
    {0x06A9, 0xFB8E, kBoth},   {0x06AD, 0xFBD3, kBoth},   {0x06AF, 0xFB92, kBoth},
    {0x06BA, 0xFB9E, kBefore}, {0x06BE, 0xFBAA, kBoth},   {0x06C1, 0xFBA6, kBoth},
    {0x06CC, 0xFBFC, kBoth},   {0x06D2, 0xFBAE, kBefore}, {0x06D3, 0xFBB0, kBefore},
}};

constexpr char32_t kLam = 0x0644, kStretch = 0x0640;  // a dash that joins on both sides

const Letter* letter_of(char32_t c) {
  const auto found = std::ranges::lower_bound(kLetters, c, {}, &Letter::letter);
  return found != kLetters.end() && found->letter == c ? &*found : nullptr;
}

/// The isolated ligature of lam and that alef; 0: there is none.
char32_t lam_with(char32_t alef) {
  switch (alef) {
    case 0x0622:
      return 0xFEF5;
    case 0x0623:
      return 0xFEF7;
    case 0x0625:
      return 0xFEF9;
    case 0x0627:
      return 0xFEFB;
    default:
      return 0;
  }
}

bool joins_after(char32_t c) {
  if (c == kStretch) return true;
  const Letter* letter = letter_of(c);
  return letter != nullptr && letter->joins == Joins::Both;
}

bool joins_before(char32_t c) {
  return c == kStretch || letter_of(c) != nullptr;
}

/// A mark that combines with the previous letter.
bool is_arabic_mark(char32_t c) {
  return (c >= 0x064B && c <= 0x065F) || c == 0x0670 || (c >= 0x06D6 && c <= 0x06DC) ||
         (c >= 0x06DF && c <= 0x06E4) || (c >= 0x06EA && c <= 0x06ED);
}

/// The letter next to `at`, ignoring marks; 0: none.
char32_t neighbor(const std::u32string& text, std::size_t at, int step) {
  const auto end = static_cast<std::ptrdiff_t>(text.size());
  for (auto i = static_cast<std::ptrdiff_t>(at) + step; i >= 0 && i < end; i += step) {
    const char32_t c = text[static_cast<std::size_t>(i)];
    if (!is_arabic_mark(c)) return c;
  }
  return 0;
}

/// Replaces letters by the forms for their neighbors (Unicode's presentation forms), and lam and
/// alef by their ligature. `text` is in reading order.
void join_arabic(std::u32string& text) {
  std::u32string shaped;
  shaped.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const Letter* letter = letter_of(text[i]);
    if (letter == nullptr) {
      shaped += text[i];
      continue;
    }
    const bool before = joins_after(neighbor(text, i, -1));
    const char32_t both = text[i] == kLam && i + 1 < text.size() ? lam_with(text[i + 1]) : 0;
    if (both != 0) {
      shaped += both + (before ? 1U : 0U);
      ++i;
      continue;
    }
    const bool after = letter->joins == Joins::Both && joins_before(neighbor(text, i, 1));
    shaped += letter->alone + (before ? 1U : 0U) + (after ? 2U : 0U);
  }
  text = std::move(shaped);
}

enum class Kind : char {
  Left,     // from left to right
  Right,    // from right to left
  Number,   // digits: always in their own order
  Neutral,  // takes the direction of its surroundings
  Mark,     // combines with the previous letter
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

/// A cheap test of the lead bytes; may be true for other characters too.
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

/// The direction of each character: Right or Number in right-to-left parts, Left elsewhere. Marks
/// have the direction of their letter.
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
  // Neutral characters between two right-to-left ones are right-to-left too; "3.5" is one number.
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

/// Appends [begin, end), which is right-to-left, in visual order.
void append_reversed(const std::u32string& text, const std::vector<Kind>& kinds, std::size_t begin,
                     std::size_t end, std::u32string& drawn) {
  while (end > begin) {
    // A letter with its marks, or an entire number, keeps its own order.
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
  if (text.find('\n') != std::string_view::npos) {
    changed_ = text;
    std::ranges::replace(changed_, '\n', ' ');
    text = changed_;
  }
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
