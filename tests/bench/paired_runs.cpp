#include "tests/bench/paired_runs.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>

namespace lanescope::bench {

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double at = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (values[above] - values[below]) * (at - static_cast<double>(below));
}

std::optional<PairedRuns> run_in_turn(std::size_t pairs, const Measure& a, const Measure& b) {
  std::vector<double> all_a;
  std::vector<double> all_b;
  std::vector<double> ratios;
  for (std::size_t i = 0; i <= pairs; ++i) {
    const auto cost_a = a();
    const auto cost_b = b();
    if (!cost_a || !cost_b) return std::nullopt;
    if (i == 0) continue;
    all_a.push_back(*cost_a);
    all_b.push_back(*cost_b);
    ratios.push_back(*cost_a / *cost_b);
  }
  return PairedRuns{quantile(ratios, 0.5), quantile(ratios, 0.25), quantile(ratios, 0.75),
                    quantile(all_a, 0.5),  quantile(all_b, 0.5),   pairs};
}

void print_header() {
  fmt::print("# goal\twhat\tinput\tvalue\tlimit\tverdict\tremark\n");
  std::fflush(stdout);
}

void print_row(std::string_view goal, std::string_view what, std::string_view input, double value,
               double limit, std::string_view remark) {
  fmt::print("{}\t{}\t{}\t{:.3f}\t{:.3f}\t{}\t{}\n", goal, what, input, value, limit,
             value <= limit ? "ok" : "missed", remark);
  std::fflush(stdout);
}

void print_ratio(std::string_view goal, std::string_view what, std::string_view input,
                 const PairedRuns& runs, double limit) {
  print_row(goal, what, input, runs.ratio, limit,
            fmt::format("quartiles {:.3f} {:.3f}, {:.0f} ms to {:.0f} ms, {} pairs", runs.low,
                        runs.high, runs.a * 1e3, runs.b * 1e3, runs.pairs));
}

}  // namespace lanescope::bench
