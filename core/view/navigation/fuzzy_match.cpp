#include "core/view/navigation/fuzzy_match.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

constexpr std::size_t kMaxText = 160, kMaxPattern = 40;
constexpr int kLetter = 1, kRun = 8, kWordStart = 10, kTextStart = 4;
constexpr int kNone = -1'000'000;

bool part_of_word(char c) {
  const char small = lower_case(c);
  return (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

int worth(std::string_view text, std::size_t at) {
  if (at == 0) return kLetter + kWordStart + kTextStart;
  return part_of_word(text[at - 1]) ? kLetter : kLetter + kWordStart;
}

std::string letters_of(std::string_view pattern) {
  std::string letters;
  for (const char c : pattern) {
    if (c != ' ' && letters.size() < kMaxPattern) letters.push_back(lower_case(c));
  }
  return letters;
}

/// The best score up to here with one letter of the pattern at one position of the text.
struct Cell {
  int score = kNone;
  std::uint32_t from = 0;  // the position of the previous letter
};
using ScoreRow = std::array<Cell, kMaxText>;

ScoreRow next_row(std::string_view text, char letter, const ScoreRow& before, bool first) {
  ScoreRow row;
  int best = kNone;  // of the previous letter, anywhere to the left
  std::uint32_t best_at = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (lower_case(text[i]) == letter) {
      if (first) {
        row[i] = {worth(text, i), 0};
      } else {
        if (best > kNone) row[i] = {best + worth(text, i), best_at};
        if (i > 0 && before[i - 1].score > kNone) {
          const int run = before[i - 1].score + worth(text, i) + kRun;
          if (run >= row[i].score) row[i] = {run, static_cast<std::uint32_t>(i - 1)};
        }
      }
    }
    if (before[i].score > best) {
      best = before[i].score;
      best_at = static_cast<std::uint32_t>(i);
    }
  }
  return row;
}

}  // namespace

std::optional<FuzzyMatch> fuzzy_match(std::string_view pattern, std::string_view whole) {
  const std::string letters = letters_of(pattern);
  if (letters.empty()) return FuzzyMatch();
  const std::string_view text = whole.substr(0, kMaxText);
  std::vector<ScoreRow> rows;
  rows.reserve(letters.size());
  ScoreRow before;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    rows.push_back(next_row(text, letters[i], before, i == 0));
    before = rows.back();
  }
  const auto last = std::ranges::max_element(before, {}, &Cell::score);
  if (last->score == kNone) return std::nullopt;
  FuzzyMatch match;
  // Of texts that match equally well, prefer shorter ones.
  match.score = last->score * 4 - static_cast<int>(text.size()) / 8;
  match.places.resize(letters.size());
  auto at = static_cast<std::uint32_t>(last - before.begin());
  for (std::size_t i = letters.size(); i-- > 0;) {
    match.places[i] = at;
    at = rows[i][at].from;
  }
  return match;
}

}  // namespace lanescope
