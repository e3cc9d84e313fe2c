// Two costs measured alternately, A B A B, and compared pair by pair: other load on the machine
// slows both halves of a pair alike, so the median of the ratios is more reliable than the ratio of
// two medians.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace lanescope::bench {

/// Runs something once and returns its cost (in seconds, for example); nullopt on failure.
using Measure = std::function<std::optional<double>()>;

struct PairedRuns {
  double ratio = 0;          // median of a / b over the pairs
  double low = 0, high = 0;  // quartiles of a / b
  double a = 0, b = 0;       // medians
  std::size_t pairs = 0;
};

/// One warm-up pair, then `pairs` measured pairs. nullopt if a run failed.
std::optional<PairedRuns> run_in_turn(std::size_t pairs, const Measure& a, const Measure& b);

/// The value below which `share` of the values lie; 0 if there are none.
double quantile(std::vector<double> values, double share);

/// One line of output, tab-separated: goal, what, input, value, limit, "ok" or "missed", remark.
void print_row(std::string_view goal, std::string_view what, std::string_view input, double value,
               double limit, std::string_view remark);
void print_header();

/// The same for a ratio; the remark holds the quartiles and both medians in milliseconds.
void print_ratio(std::string_view goal, std::string_view what, std::string_view input,
                 const PairedRuns& runs, double limit);

}  // namespace lanescope::bench
