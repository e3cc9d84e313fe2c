#include "core/ranks/fleet/clock_graph.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::size_t kNothing = SIZE_MAX;

/// Moves a clock from one rank to the next through the communicator that both edges belong to.
RankClock chained(const ClockEdge& from, const RankClock& from_clock, const ClockEdge& to,
                  Ns base_ns) {
  RankClock clock;
  clock.state = ClockState::Aligned;
  clock.base_ns = base_ns;
  clock.deviation_ns = to.line.deviation;
  clock.limit_ns = to.limit_ns;
  clock.partner = from.rank;
  clock.pairs = to.pairs;
  clock.agreeing = to.line.points;
  // A moment in the middle, where both lines are known best.
  const Ns own_ns = saturating_add(to.pivot_ns, rounded_ns(to.line.mean_x));
  const Ns middle_ns = saturating_add(from.pivot_ns, rounded_ns(from.line.mean_x));
  const Ns time_ns =
      saturating_add(saturating_add(own_ns, to.rough_ns),
                     rounded_ns(to.line.at(static_cast<double>(own_ns - to.pivot_ns))));
  const Ns from_time_ns =
      saturating_add(saturating_add(middle_ns, from.rough_ns),
                     rounded_ns(from.line.at(static_cast<double>(middle_ns - from.pivot_ns))));
  const double since = static_cast<double>(saturating_sub(time_ns, from_time_ns));
  const Ns from_ns = saturating_add(middle_ns, rounded_ns(since / (1 + from.line.slope)));
  const Ns common_ns = from_clock.common(saturating_sub(from_ns, from_clock.base_ns));
  clock.drift_from_ns = own_ns;
  clock.offset_ns = saturating_sub(common_ns, own_ns);
  clock.drift = (1 + to.line.slope) / (1 + from.line.slope) * (1 + from_clock.drift) - 1;
  return clock;
}

class FleetAligner {
 public:
  FleetAligner(std::span<const FleetRank> ranks, const std::vector<bool>& taken,
               std::size_t communicators, std::span<const ClockEdge> edges)
      : ranks_(ranks),
        edges_(edges),
        clocks_(ranks.size()),
        of_node_(ranks.size() + communicators),
        drift_error_(ranks.size()) {
    for (std::size_t r = 0; r < ranks.size(); ++r) {
      clocks_[r].base_ns = ranks[r].about.base_ns;
      if (taken[r] && !ranks[r].parts.empty()) clocks_[r].state = ClockState::TooFewShared;
    }
    for (std::size_t e = 0; e < edges.size(); ++e) add(e);
  }

  std::vector<RankClock> run() {
    const std::size_t reference = find_reference();
    if (reference == kNothing) return std::move(clocks_);
    clocks_[reference].state = ClockState::Reference;
    spread_from(reference);
    return std::move(clocks_);
  }

 private:
  [[nodiscard]] std::size_t node_of(std::size_t communicator) const {
    return ranks_.size() + communicator;
  }

  void add(std::size_t e) {
    const ClockEdge& edge = edges_[e];
    if (!edge.refused()) {
      of_node_[edge.rank].push_back(e);
      of_node_[node_of(edge.communicator)].push_back(e);
      return;
    }
    RankClock& clock = clocks_[edge.rank];
    if (clock.state == ClockState::Refused && clock.deviation_ns <= edge.line.deviation) return;
    clock.state = ClockState::Refused;
    clock.deviation_ns = edge.line.deviation;
    clock.limit_ns = edge.limit_ns;
    clock.pairs = edge.pairs;
  }

  [[nodiscard]] std::size_t other_end(std::size_t e, std::size_t node) const {
    return node < ranks_.size() ? node_of(edges_[e].communicator) : edges_[e].rank;
  }

  /// The first rank of the largest connected part; the first of several.
  [[nodiscard]] std::size_t find_reference() const {
    std::vector<bool> seen(of_node_.size());
    std::size_t best = kNothing, most = 0;
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      if (seen[r] || clocks_[r].state == ClockState::NoCollectives) continue;
      std::vector<std::size_t> open = {r};
      seen[r] = true;
      std::size_t count = 0;
      while (!open.empty()) {
        const std::size_t node = open.back();
        open.pop_back();
        if (node < ranks_.size()) ++count;
        for (const std::size_t e : of_node_[node]) {
          const std::size_t next = other_end(e, node);
          if (seen[next]) continue;
          seen[next] = true;
          open.push_back(next);
        }
      }
      if (count > most) {
        most = count;
        best = r;
      }
    }
    return best;
  }

  void spread_from(std::size_t reference) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    std::vector<double> error(of_node_.size(), kFar);
    std::vector<std::size_t> through(of_node_.size(), kNothing);  // the edge that leads there
    using Open = std::pair<double, std::size_t>;
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    error[reference] = 0;
    open.emplace(0, reference);
    while (!open.empty()) {
      const auto [least, node] = open.top();
      open.pop();
      if (least > error[node]) continue;
      if (node < ranks_.size() && node != reference) place(node, through, least);
      for (const std::size_t e : of_node_[node]) {
        const std::size_t next = other_end(e, node);
        const double sum = least + edges_[e].error_ns;
        if (sum >= error[next]) continue;
        error[next] = sum;
        through[next] = e;
        open.emplace(sum, next);
      }
    }
  }

  void place(std::size_t rank, const std::vector<std::size_t>& through, double error_ns) {
    const ClockEdge& to = edges_[through[rank]];
    const ClockEdge& from = edges_[through[node_of(to.communicator)]];
    LANESCOPE_CHECK(clocks_[from.rank].aligned(), "rank {} before rank {}", from.rank, rank);
    clocks_[rank] = chained(from, clocks_[from.rank], to, clocks_[rank].base_ns);
    clocks_[rank].error_ns = error_ns;
    drift_error_[rank] = drift_error_[from.rank] + from.line.slope_error(from.deviation_ns) +
                         to.line.slope_error(to.deviation_ns);
    clocks_[rank].has_drift = std::abs(clocks_[rank].drift) > drift_error_[rank];
  }

  std::span<const FleetRank> ranks_;
  std::span<const ClockEdge> edges_;
  std::vector<RankClock> clocks_;
  std::vector<std::vector<std::size_t>> of_node_;  // edges: of ranks, then of communicators
  std::vector<double> drift_error_;                // by rank: summed along its path
};

}  // namespace

std::vector<RankClock> align_fleet(std::span<const FleetRank> ranks, const std::vector<bool>& taken,
                                   std::span<const Communicator> communicators,
                                   std::span<const ClockEdge> edges) {
  return FleetAligner(ranks, taken, communicators.size(), edges).run();
}

}  // namespace lanescope
