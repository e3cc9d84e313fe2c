#include "core/view/compare/delta_words.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/time.h"
#include "core/view/results/diff_text.h"

namespace lanescope {

std::string_view matched_by_words(MatchedBy by) {
  constexpr std::array<std::string_view, 3> kWords = {
      "full name and shapes", "name, with different shapes",
      "name without template arguments, hashes and numbers"};
  return kWords[static_cast<std::size_t>(by)];
}

std::string significance_words(const RunDiff& diff, const DeltaLine& line) {
  const std::string_view samples = samples_word(diff.runs.a.by);
  if (is_fact(diff, line)) {
    return fmt::format(
        "The counts are the same in all {} of a run and differ between the runs; this "
        "fact needs no test.",
        samples);
  }
  const auto p = p_of(diff, line);
  if (!p) {
    return fmt::format(
        "n/a: {} and {} {} are too few for a significance test; record at least {} of each.",
        diff.runs.a.samples.size(), diff.runs.b.samples.size(), samples, kLeastSamples);
  }
  const std::string among = line.row != nullptr ? "any row would change" : "it would change";
  return fmt::format(
      "If the runs were alike, {} as much in {:.3g} % of the {}{} ways to split the {}. "
      "Significant (*): at most {} "
      "%, and a change of at least {}.",
      among, 100 * *p, diff.exact ? "" : "tried ",
      format_count(static_cast<std::int64_t>(diff.labelings)), samples, 100 * kSignificantP,
      format_duration(rounded_ns(diff.least_change_ns)));
}

}  // namespace lanescope
