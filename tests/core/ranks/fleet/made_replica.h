// One replica of the made-up training in one step: a pipeline of stages, each a tensor-parallel
// group, in the 1F1B schedule.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/core/ranks/fleet/made_fleet.h"

namespace lanescope {

/// What follows one another on a rank, and the messages that it sends meanwhile.
struct MadeEvent {
  enum class Kind : std::uint8_t {
    Compute,
    Loader,
    Collection,
    Launch,
    TensorReduce,
    Receive,
    Send,
    GradientReduce,
    ParameterGather,
  };
  Kind kind = Kind::Compute;
  double begin_ns = 0, end_ns = 0;
  int peer = -1;  // of a message
};

/// Random numbers that depend on nothing but their arguments.
double made_uniform(std::uint64_t seed, std::uint64_t a, std::uint64_t b);
/// Standard normal, but within 3.5.
double made_normal(std::uint64_t seed, std::uint64_t a, std::uint64_t b);

/// How long after a collective's end on the others it ends here.
inline constexpr double kMadeEndJitterNs = 1000;
inline constexpr double kMadeTensorNs = 120'000, kMadeMessageNs = 400'000;
inline constexpr double kMadeGradientNs = 3'000'000, kMadeOptimizerNs = 2'000'000;

class MadeReplica {
 public:
  MadeReplica(const FleetPlan& plan, int replica, int step);

  /// `begin_ns`: of the step, by stage and member; becomes when each is ready for the collectives
  /// with other replicas. `events`, if not null, gets what happens, by stage and member.
  void run(std::vector<double>& begin_ns, std::vector<std::vector<MadeEvent>>* events);

 private:
  struct Task {
    bool forward = true;
    int microbatch = 0;
  };
  [[nodiscard]] std::vector<Task> schedule(int stage) const;
  [[nodiscard]] bool can_run(int stage, const Task& task) const;
  void begin(int stage);
  void run(int stage, const Task& task);
  void receive(int stage, int from, double& ready_ns, int member);
  void compute(int stage, int member, double length_ns);
  void reduce(int stage);
  void pause(int stage, int member, MadeEvent::Kind kind);
  void note(int stage, int member, MadeEvent event);
  [[nodiscard]] double random(int rank);
  [[nodiscard]] double jittered_end(double end_ns, int rank);
  [[nodiscard]] std::size_t at(int stage, int member) const {
    return static_cast<std::size_t>(stage * plan_.tensor + member);
  }
  /// When a stage has the result of a microbatch; negative: not yet. By direction, microbatch,
  /// stage and member.
  double& ready(bool forward, int microbatch, int stage, int member);

  const FleetPlan& plan_;
  int replica_, step_;
  std::vector<double> now_;  // by stage and member
  std::vector<double> ready_;
  std::vector<std::uint64_t> drawn_;
  std::vector<std::vector<MadeEvent>>* events_ = nullptr;
};

}  // namespace lanescope
