#include "core/readers/rows/step_prefix.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/build/tracks/step_name.h"

namespace lanescope {
namespace {

/// The most telling first.
constexpr std::array<std::string_view, 4> kWords = {"step", "iteration", "iter", "batch"};

/// Which of the words is directly before the number: "Training step: " ends in "step".
std::size_t word_of(std::string_view prefix) {
  const std::size_t end = prefix.find_last_not_of(" _-#:=([");
  if (end == std::string_view::npos) return kWords.size();
  const std::string text = lower_cased(prefix.substr(0, end + 1));
  std::size_t word = 0;
  while (word < kWords.size() && !text.ends_with(kWords[word])) ++word;
  return word;
}

/// "train_step" and the like: other names that end in the words may be parts of steps, such as
/// "optimizer_step".
bool is_whole_step(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    const char lower = lower_case(c);
    if (lower >= 'a' && lower <= 'z')
      letters += lower;
    else if (c != ' ' && c != '_' && c != '-')
      return false;
  }
  for (const std::string_view before : {"training", "train"}) {
    if (letters.starts_with(before)) letters.erase(0, before.size());
  }
  return std::ranges::find(kWords, letters) != kWords.end();
}

/// What is before the number at the end, and that.
std::pair<std::string_view, std::string_view> split(std::string_view name) {
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  return {name.substr(0, digits), name.substr(digits)};
}

}  // namespace

void StepPrefixes::note(std::string_view name, LocalId track) {
  constexpr std::size_t kLongest = 100;
  if (name.size() > kLongest || name.empty()) return;
  auto [prefix, number] = split(name);
  if (number.empty() || word_of(prefix) == kWords.size())
    std::tie(prefix, number) = split(without_step_details(name));
  if (prefix.starts_with("ProfilerStep")) has_profiler_steps_ = true;
  if (number.empty() ? !is_whole_step(name) : word_of(prefix) == kWords.size()) return;
  const Key key{std::string(prefix), track, !number.empty()};
  if (seen_.size() >= kMostPrefixes && !seen_.contains(key)) return;
  Seen& seen = seen_[key];
  LANESCOPE_CHECK(seen.ranges == 0 || seen.number.empty() == number.empty(),
                  "ranges with numbers or without, not {}", name);
  if (seen.ranges++ == 0) seen.number = number;
  seen.several |= number.empty() ? seen.ranges > 1 : seen.number != number;
}

std::string StepPrefixes::best() const {
  std::string best;
  std::tuple<bool, std::size_t, std::uint64_t> rank;
  if (has_profiler_steps_) return best;
  for (const auto& [key, seen] : seen_) {
    if (!seen.several) continue;
    const auto& [prefix, track, is_numbered] = key;
    const std::tuple own(is_numbered, kWords.size() - word_of(prefix), seen.ranges);
    if (own <= rank) continue;
    rank = own;
    best = prefix;
  }
  return best;
}

}  // namespace lanescope
