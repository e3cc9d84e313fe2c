// A made-up training on thousands of GPUs, as summaries of its ranks: tensor, pipeline and data
// parallel, with clocks that differ and drift, times that vary, and faults planted in it. The same
// plan gives the same bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/ranks/summary/rank_summary.h"

namespace lanescope {

/// A GPU whose kernels take longer, in all steps.
struct PlantedSlowGpu {
  int rank = 0;
  double factor = 1.2;
};
/// The link from a stage to the next, of one replica: between two hosts, in both directions.
struct PlantedSlowLink {
  int stage = 0, replica = 0;
  double factor = 4;
};
/// The host of a rank does something else for a while: waits for its data loader at the begin of a
/// step, or collects garbage in the midst of it.
struct PlantedPause {
  int rank = 0, step = 0;
  Ns ns = 0;
  bool is_loader = true;
};

struct FleetPlan {
  int tensor = 2, pipeline = 2, data = 8;
  int steps = 10, microbatches = 4, layers = 2;
  bool sequences = true;  // collectives have sequence numbers
  bool clocks_differ = true;
  std::uint64_t seed = 1;
  std::vector<PlantedSlowGpu> slow_gpus;
  std::vector<PlantedSlowLink> slow_links;
  std::vector<PlantedPause> pauses;

  [[nodiscard]] int ranks() const { return tensor * pipeline * data; }
  /// As Megatron-LM numbers them: tensor parallel ranks first, then replicas, then stages.
  [[nodiscard]] int rank_of(int stage, int replica, int member) const {
    return (stage * data + replica) * tensor + member;
  }
  /// One for each tensor-parallel group.
  [[nodiscard]] std::string host_of(int rank) const;
};

/// One of everything that can be planted, each in another replica; at least 4 replicas.
FleetPlan with_faults(FleetPlan plan);

class MadeFleet {
 public:
  /// Cost: simulates the run once.
  explicit MadeFleet(FleetPlan plan);

  [[nodiscard]] const FleetPlan& plan() const { return plan_; }
  /// Calls visit(rank, summary) for all ranks of a replica. Any thread.
  void summarize(int replica, const std::function<void(int, RankSummary&&)>& visit) const;
  /// What a rank's clock shows at a moment of the run, on the host's clock.
  [[nodiscard]] Ns host_ns(int rank, Ns true_ns) const;
  /// When the run ends; it begins at 0.
  [[nodiscard]] Ns end_ns() const;

  struct Moment {
    double begin_ns = 0, end_ns = 0;
  };
  /// The two data-parallel collectives at a step's end, and the step's own end.
  struct StepEnd {
    Moment first, second;
    double end_ns = 0;
  };

 private:
  [[nodiscard]] const StepEnd& step_end(int step, int rank) const {
    return ends_[static_cast<std::size_t>(step)][static_cast<std::size_t>(rank)];
  }
  void join_replicas(int step, const std::vector<double>& ready);

  FleetPlan plan_;
  std::vector<std::vector<StepEnd>> ends_;  // by step, rank
};

}  // namespace lanescope
