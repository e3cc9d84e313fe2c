#include "core/view/fleet/wall_gates.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/check.h"
#include "core/compare/significance.h"
#include "core/history/summary_diff.h"

namespace lanescope {
namespace {

/// What the gate limits, of one step of one rank; nullopt: its trace does not tell it.
std::optional<double> gated_value(const Gate& gate, const FleetStep& step) {
  const auto length = static_cast<double>(step.range.length_ns());
  if (gate.metric == GateMetric::StepTime) return length;
  if (step.devices == 0) return std::nullopt;
  if (gate.metric == GateMetric::IdleOfClass) {
    const std::size_t term = kFirstIdleTerm + static_cast<std::size_t>(gate.idle_class);
    return static_cast<double>(step.terms[term]) / step.devices;
  }
  double idle = 0;
  for (std::size_t term = kFirstIdleTerm; term < kLatenessTerms; ++term)
    idle += static_cast<double>(step.terms[term]);
  idle /= step.devices;
  return gate.metric == GateMetric::Idle ? idle : length - idle;
}

/// One run's values of the cells that both have.
struct GatedRun {
  std::vector<double> means;  // over the ranks, by step
  double sum = 0;

  [[nodiscard]] double mean(std::size_t cells) const { return sum / static_cast<double>(cells); }
};

struct GatedRuns {
  GatedRun a, b;
  std::size_t cells = 0;

  void add_step(double of_a, double of_b, std::size_t ranks) {
    if (ranks == 0) return;
    cells += ranks;
    a.sum += of_a;
    b.sum += of_b;
    a.means.push_back(of_a / static_cast<double>(ranks));
    b.means.push_back(of_b / static_cast<double>(ranks));
  }
};

GatedRuns gated_runs(const Gate& gate, const FleetPicture& a, const FleetPicture& b,
                     const WallMatch& match) {
  GatedRuns out;
  for (std::size_t step = 0; step < match.steps; ++step) {
    double of_a = 0, of_b = 0;
    std::size_t ranks = 0;
    for (std::size_t rank = 0; rank < match.rank_of.size(); ++rank) {
      if (!both_count(a, b, match, rank, step)) continue;
      const auto in_a = gated_value(gate, *a.step_of(rank, step));
      const auto in_b = gated_value(gate, *b.step_of(match.rank_of[rank], step));
      if (!in_a || !in_b) continue;
      of_a += *in_a;
      of_b += *in_b;
      ++ranks;
    }
    out.add_step(of_a, of_b, ranks);
  }
  return out;
}

void take_peak(const FleetRank& rank, std::optional<double>& peak) {
  for (const FleetStep& step : rank.steps) {
    if (step.peak_bytes) peak = std::max(peak.value_or(0), static_cast<double>(*step.peak_bytes));
  }
}

GateResult judge_peak(const Gate& gate, const FleetPicture& a, const FleetPicture& b,
                      const WallMatch& match) {
  std::optional<double> of_a, of_b;
  for (std::size_t rank = 0; rank < match.rank_of.size(); ++rank) {
    if (match.rank_of[rank] == WallMatch::kNone) continue;
    take_peak(a.ranks()[rank], of_a);
    take_peak(b.ranks()[match.rank_of[rank]], of_b);
  }
  if (!of_a || !of_b) return missing_in_summaries(gate);
  return judge_values(gate, *of_a, *of_b);
}

}  // namespace

GateResult judge_gate(const Gate& gate, const FleetPicture& a, const FleetPicture& b,
                      const WallMatch& match) {
  LANESCOPE_CHECK(match.rank_of.size() == a.ranks().size(), "{} of {} ranks", match.rank_of.size(),
                  a.ranks().size());
  if (const auto beyond = gate_of_traces_only(gate)) return *beyond;
  if (gate.metric == GateMetric::PeakMemory) return judge_peak(gate, a, b, match);
  const GatedRuns runs = gated_runs(gate, a, b, match);
  if (runs.cells == 0) return missing_in_summaries(gate);
  return judge_means(gate, runs.a.mean(runs.cells), runs.b.mean(runs.cells),
                     permutation_p(runs.a.means, runs.b.means,
                                   Labelings(runs.a.means.size(), runs.b.means.size())));
}

}  // namespace lanescope
