#include "core/readers/rows/step_prefix.h"

#include <array>
#include <tuple>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"

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

}  // namespace

void StepPrefixes::note(std::string_view name, LocalId track) {
  constexpr std::size_t kLongest = 100;
  if (name.size() > kLongest || name.empty() || !is_digit(name.back())) return;
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  LANESCOPE_CHECK(digits < name.size(), "a number at the end of {}", name);
  const std::string_view prefix = name.substr(0, digits);
  if (prefix.starts_with("ProfilerStep")) has_profiler_steps_ = true;
  if (word_of(prefix) == kWords.size()) return;
  const std::pair key(std::string(prefix), track);
  if (seen_.size() >= kMostPrefixes && !seen_.contains(key)) return;
  Seen& seen = seen_[key];
  if (seen.ranges++ == 0) seen.number = name.substr(digits);
  seen.several |= seen.number != name.substr(digits);
}

std::string StepPrefixes::best() const {
  std::string best;
  std::tuple<std::size_t, std::uint64_t> rank;
  if (has_profiler_steps_) return best;
  for (const auto& [key, seen] : seen_) {
    if (!seen.several) continue;
    const std::tuple own(kWords.size() - word_of(key.first), seen.ranges);
    if (own <= rank) continue;
    rank = own;
    best = key.first;
  }
  return best;
}

}  // namespace lanescope
