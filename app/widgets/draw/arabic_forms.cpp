#include "app/widgets/draw/arabic_forms.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lanescope {
namespace {

enum class Joins : char { Before, Both };  // with the letter before it, or with both

/// Unicode has the shapes one after the other: alone, at the end, at the beginning, in the middle;
/// of letters that join only the one before them the first two.
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

constexpr char32_t kLam = 0x0644, kStretch = 0x0640;  // a line that joins at both sides

const Letter* letter_of(char32_t c) {
  const auto found = std::ranges::lower_bound(kLetters, c, {}, &Letter::letter);
  return found != kLetters.end() && found->letter == c ? &*found : nullptr;
}

/// The sign for lam with that alef, alone; 0: there is none.
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

/// The letter next to `at`, marks left out; 0: none.
char32_t neighbor(const std::u32string& text, std::size_t at, int step) {
  const auto end = static_cast<std::ptrdiff_t>(text.size());
  for (auto i = static_cast<std::ptrdiff_t>(at) + step; i >= 0 && i < end; i += step) {
    const char32_t c = text[static_cast<std::size_t>(i)];
    if (!is_arabic_mark(c)) return c;
  }
  return 0;
}

}  // namespace

bool is_arabic_mark(char32_t c) {
  return (c >= 0x064B && c <= 0x065F) || c == 0x0670 || (c >= 0x06D6 && c <= 0x06DC) ||
         (c >= 0x06DF && c <= 0x06E4) || (c >= 0x06EA && c <= 0x06ED);
}

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

}  // namespace lanescope
