// The clock of each rank against those of its communicators.
#include <algorithm>
#include <cmath>

#include "core/analysis/events/statistics.h"
#include "core/base/threads/parallel.h"
#include "core/ranks/fleet/clock_graph.h"
#include "core/ranks/lag_search.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostRowsCompared = 512;

double median_step_ns(const FleetRank& rank) {
  std::vector<double> lengths;
  for (const FleetStep& step : rank.steps)
    lengths.push_back(static_cast<double>(step.range.length_ns()));
  return median_of(std::move(lengths));
}

class EdgeFinder {
 public:
  EdgeFinder(std::span<const FleetRank> ranks, const Communicator& communicator,
             const Thresholds& thresholds)
      : ranks_(ranks), all_(communicator), thresholds_(thresholds) {}

  std::vector<ClockEdge> run(std::uint32_t number) {
    if (all_.rows < kLeastLagPairs) return {};
    stride_ = (all_.rows + kMostRowsCompared - 1) / kMostRowsCompared;
    choose_pivot();
    for (std::size_t m = 0; m < all_.members.size(); ++m) compare_with_pivot(m);
    find_time();
    std::vector<ClockEdge> out;
    double squares = 0, freedom = 0;
    for (std::size_t m = 0; m < members_.size(); ++m) {
      ClockEdge edge = edge_of(m);
      if (edge.pairs < kLeastLagPairs) continue;
      edge.communicator = number;
      if (!edge.refused() && edge.line.points > 2) {
        squares += edge.line.squares;
        freedom += static_cast<double>(edge.line.points - 2);
      }
      out.push_back(edge);
    }
    const double pooled = freedom > 0 ? std::sqrt(squares / freedom) : 0;
    for (ClockEdge& edge : out) bound(edge, pooled);
    return out;
  }

 private:
  struct Member {
    ClockLine to_pivot;
    Ns pivot_ns = 0, rough_ns = 0;
    bool begun = false;
    bool fits = false;
    double limit_ns = 0;
  };

  [[nodiscard]] const FleetRank& rank(std::size_t member) const {
    return ranks_[all_.members[member]];
  }
  [[nodiscard]] std::optional<Ns> end(std::size_t row, std::size_t member) const {
    const std::uint32_t cell = all_.cell(row, member);
    if (cell == kNoFleetPart) return std::nullopt;
    return saturating_add(rank(member).parts[cell].end_ns, rank(member).about.base_ns);
  }

  /// The member with the most collectives; the first of several.
  void choose_pivot() {
    std::size_t most = 0;
    for (std::size_t m = 0; m < all_.members.size(); ++m) {
      std::size_t own = 0;
      for (std::size_t row = 0; row < all_.rows; row += stride_)
        own += all_.cell(row, m) != kNoFleetPart ? 1 : 0;
      if (own > most) {
        most = own;
        pivot_ = m;
      }
    }
    members_.resize(all_.members.size());
  }

  void compare_with_pivot(std::size_t m) {
    Member& member = members_[m];
    std::vector<LinePoint> points;
    for (std::size_t row = 0; row < all_.rows; row += stride_) {
      const auto own = end(row, m), other = end(row, pivot_);
      if (!own || !other) continue;
      const Ns difference_ns = saturating_sub(*other, *own);
      if (!member.begun) {
        member.pivot_ns = *own;
        member.rough_ns = difference_ns;
      }
      member.begun = true;
      points.push_back({static_cast<double>(saturating_sub(*own, member.pivot_ns)),
                        static_cast<double>(saturating_sub(difference_ns, member.rough_ns))});
    }
    member.to_pivot = clock_line(points);
    member.limit_ns = limit_ns(m, points);
    member.fits = points.size() >= kLeastLagPairs && member.to_pivot.deviation <= member.limit_ns;
  }

  /// As in align_clocks.
  double limit_ns(std::size_t m, std::span<const LinePoint> points) const {
    std::vector<double> distances;
    for (std::size_t i = 1; i < points.size(); ++i)
      distances.push_back((points[i].x - points[i - 1].x) / static_cast<double>(stride_));
    const double share = thresholds_.clock_deviation_of_step_pct / 100;
    return std::max(static_cast<double>(thresholds_.clock_deviation_ns),
                    share * std::min(median_step_ns(rank(m)), median_of(std::move(distances))));
  }

  /// An end on the pivot's clock, after its first, as the member's line has it.
  [[nodiscard]] double on_pivot(std::size_t m, Ns own_ns) const {
    const Member& member = members_[m];
    const Ns rough =
        saturating_sub(saturating_add(own_ns, member.rough_ns), members_[pivot_].pivot_ns);
    return static_cast<double>(rough) +
           member.to_pivot.at(static_cast<double>(saturating_sub(own_ns, member.pivot_ns)));
  }

  void find_time() {
    for (std::size_t row = 0; row < all_.rows; row += stride_) {
      std::vector<double> ends;
      for (std::size_t m = 0; m < members_.size(); ++m) {
        const auto own = members_[m].fits ? end(row, m) : std::nullopt;
        if (own) ends.push_back(on_pivot(m, *own));
      }
      known_.push_back(ends.size() > 1);
      time_.push_back(median_of(std::move(ends)));
    }
  }

  [[nodiscard]] ClockEdge edge_of(std::size_t m) const {
    const Member& member = members_[m];
    ClockEdge edge;
    edge.rank = all_.members[m];
    edge.pivot_ns = member.pivot_ns;
    edge.rough_ns = member.rough_ns;
    edge.limit_ns = member.limit_ns;
    std::vector<LinePoint> points;
    for (std::size_t i = 0; i < time_.size(); ++i) {
      const auto own = end(i * stride_, m);
      if (!own || !known_[i]) continue;
      const Ns rough =
          saturating_sub(saturating_add(*own, member.rough_ns), members_[pivot_].pivot_ns);
      points.push_back({static_cast<double>(saturating_sub(*own, member.pivot_ns)),
                        time_[i] - static_cast<double>(rough)});
    }
    edge.pairs = points.size();
    edge.line = clock_line(points);
    return edge;
  }

  void bound(ClockEdge& edge, double pooled) const {
    edge.deviation_ns = std::max(edge.line.standard_deviation(), pooled);
    const RankCollectives& about = ranks_[edge.rank].about;
    for (const Ns moment_ns : {about.extent.begin_ns, about.extent.end_ns}) {
      const Ns host_ns = saturating_add(moment_ns, about.base_ns);
      const auto x = static_cast<double>(saturating_sub(host_ns, edge.pivot_ns));
      edge.error_ns = std::max(edge.error_ns, edge.line.error_at(x, edge.deviation_ns));
    }
    edge.error_ns += 1;  // what is rounded to nanoseconds
  }

  std::span<const FleetRank> ranks_;
  const Communicator& all_;
  const Thresholds& thresholds_;
  std::size_t stride_ = 1, pivot_ = 0;
  std::vector<Member> members_;
  std::vector<double> time_;  // of each row that is looked at, after the pivot's first end
  std::vector<bool> known_;   // by at least two members
};

}  // namespace

std::vector<ClockEdge> clock_edges(std::span<const FleetRank> ranks,
                                   std::span<const Communicator> communicators,
                                   const Thresholds& thresholds, unsigned threads) {
  std::vector<std::vector<ClockEdge>> found(communicators.size());
  parallel_for(communicators.size(), threads, [&](std::size_t c, unsigned) {
    found[c] = EdgeFinder(ranks, communicators[c], thresholds).run(static_cast<std::uint32_t>(c));
  });
  std::vector<ClockEdge> out;
  for (const auto& of_communicator : found)
    out.insert(out.end(), of_communicator.begin(), of_communicator.end());
  return out;
}

}  // namespace lanescope
