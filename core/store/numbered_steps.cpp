#include "core/store/numbered_steps.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/numbers.h"
#include "core/base/text/sentences/one_line.h"

namespace lanescope {
namespace {

constexpr std::size_t kLongestName = 60;
constexpr std::size_t kMostBefore = 32;  // characters that may tell what a number counts

/// The most telling first.
constexpr std::array<std::string_view, 6> kWords = {"step", "iteration", "iter",
                                                    "it",   "batch",     "epoch"};

bool is_letter(char c) {
  const char lower = lower_case(c);
  return lower >= 'a' && lower <= 'z';
}

/// Digits in a name.
struct Digits {
  std::size_t begin = 0, end = 0;
};

std::vector<Digits> digits_in(std::string_view name) {
  std::vector<Digits> found;
  for (std::size_t at = 0; at < name.size();) {
    std::size_t end = at;
    while (end < name.size() && is_digit(name[end])) ++end;
    if (end > at) found.push_back({at, end});
    at = std::max(end, at + 1);
  }
  return found;
}

/// Lower is more telling: 0 after '#', then by the word before it; nullopt for the "2" of "conv2d".
std::optional<std::size_t> rank_of(std::string_view name, Digits digits) {
  constexpr std::size_t kAtEnd = kWords.size() + 1;
  if (digits.begin > 0 && name[digits.begin - 1] == '#') return 0;
  const bool word_goes_on = digits.end < name.size() && is_letter(name[digits.end]);
  if (word_goes_on) return std::nullopt;
  const std::size_t from = digits.begin - std::min(digits.begin, kMostBefore);
  const std::string_view near = name.substr(from, digits.begin - from);
  const std::string before = lower_cased(near.substr(0, near.find_last_not_of(" _-:=([") + 1));
  for (std::size_t word = 0; word < kWords.size(); ++word) {
    if (!before.ends_with(kWords[word])) continue;
    const std::size_t begin = before.size() - kWords[word].size();
    const bool is_whole = begin == 0 || !is_letter(before[begin - 1]);
    // "ProfilerStep" and "trainstep" are words for a step; "limit" is none for an iteration.
    if (is_whole || kWords[word].size() > 2) return word + 1;
  }
  if (digits.end == name.size()) return kAtEnd;
  const bool in_word = digits.begin > 0 && is_letter(name[digits.begin - 1]);
  return in_word ? std::nullopt : std::optional(kAtEnd + 1);
}

}  // namespace

std::optional<std::int64_t> step_number(std::string_view name) {
  std::optional<std::size_t> best;
  Digits chosen;
  for (const Digits digits : digits_in(name)) {
    const auto rank = rank_of(name, digits);
    if (!rank || (best && *rank >= *best)) continue;
    best = rank;
    chosen = digits;
  }
  if (!best) return std::nullopt;
  LANESCOPE_CHECK(chosen.begin < chosen.end && chosen.end <= name.size(), "digits of {}", name);
  return parse_number<std::int64_t>(name.substr(chosen.begin, chosen.end - chosen.begin));
}

std::vector<Step> steps_with_number(const Snapshot& trace, std::int64_t number) {
  std::vector<Step> found;
  bool any_numbered = false;
  for (const Step& step : trace.steps) {
    const auto own = step_number(trace.text(step.name));
    any_numbered |= own.has_value();
    if (own == number) found.push_back(step);
  }
  const auto steps = static_cast<std::int64_t>(trace.steps.size());
  if (!any_numbered && number >= 1 && number <= steps)
    found.push_back(trace.steps[static_cast<std::size_t>(number - 1)]);
  return found;
}

std::string missing_step_text(const Snapshot& trace, std::string_view number) {
  if (trace.steps.empty()) return "steps";
  const std::string first = one_line(trace.text(trace.steps.front().name), kLongestName);
  const std::string last = one_line(trace.text(trace.steps.back().name), kLongestName);
  if (first != last) return fmt::format("step {}; its steps are '{}' to '{}'", number, first, last);
  if (trace.steps.size() == 1) return fmt::format("step {}; its only step is '{}'", number, first);
  return fmt::format("step {}; it has {} steps named '{}'", number, trace.steps.size(), first);
}

}  // namespace lanescope
