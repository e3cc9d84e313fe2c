// Turns what happens on one rank of the made-up training into the summary of its trace.
#pragma once

#include <string>
#include <vector>

#include "tests/core/ranks/fleet/made_replica.h"

namespace lanescope {

class MadeSummaryWriter {
 public:
  /// `fleet` outlives it.
  MadeSummaryWriter(const MadeFleet& fleet, int rank);

  [[nodiscard]] int rank() const { return rank_; }
  void add_step(int step, double begin_ns, std::vector<MadeEvent> events,
                const MadeFleet::StepEnd& end);
  RankSummary take();

 private:
  void identify();
  std::uint32_t add_group(const std::string& name, const std::vector<int>& ranks, bool counted);
  void add_event(const MadeEvent& event);
  void add_collective(const MadeEvent& event, const TimeRange& range);
  void add_work(const TimeRange& range);
  [[nodiscard]] TimeRange own(double begin_ns, double end_ns) const;
  void add_step_facts(const std::string& name, const TimeRange& range);
  [[nodiscard]] std::string ranks_text(const std::vector<int>& ranks) const;
  std::uint32_t message_group(int from, int to);

  const MadeFleet& fleet_;
  const FleetPlan& plan_;
  int rank_;
  Ns base_ns_ = 0;
  std::size_t step_ = 0;
  RankSummary out_;
  RankActivity activity_;
  std::vector<TimeRange> step_ranges_;
  std::vector<std::int64_t> counted_;               // by group: collectives so far
  std::vector<std::pair<int, int>> message_pairs_;  // by message group, after the other two
  std::uint32_t events_ = 0;
};

}  // namespace lanescope
