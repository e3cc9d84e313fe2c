// The rules that produce findings. To add one, write a function in a file of this folder and a line
// here.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/findings/facts.h"
#include "core/analysis/findings/findings.h"
#include "core/base/time.h"

namespace lanescope {

// Of rules about the same time, the more specific come first: time claimed by a rule is subtracted
// from those after it. F18 needs several ranks and is in core/ranks; F27 needs two runs. RULE(id,
// function, what it looks for, the thresholds it uses...)
#define LANESCOPE_FINDING_RULES(RULE)                                                            \
  RULE(F13, driver_allocations, "memory allocated from the driver during training",              \
       "driver_allocations")                                                                     \
  RULE(F25, graph_breaks, "torch.compile graph breaks and recompiles", "recompile")              \
  RULE(F10, explicit_waits, "waiting for all GPU work")                                          \
  RULE(F09, read_backs, "waiting for values from the GPU", "drained")                            \
  RULE(F04, data_loading, "a GPU waiting for data", "data_loading")                              \
  RULE(F07, long_launches, "slow launch calls", "long_launches", "long_launch", "full_queue",    \
       "full_queue_time")                                                                        \
  RULE(F06, launch_bound, "a GPU waiting for kernel launches", "launch_bound",                   \
       "tiny_kernel_share", "tiny_kernel", "long_host_piece")                                    \
  RULE(F28, sampled_host, "where the host spends its time, by samples", "sampled_wait",          \
       "hot_python", "least_samples", "host_between_ops")                                        \
  RULE(F02, host_between_ops, "a GPU waiting for non-PyTorch code", "host_between_ops",          \
       "long_host_piece")                                                                        \
  RULE(F03, device_wait, "queued work that starts late", "unexplained_wait", "kernel_delay")     \
  RULE(F01, idle_gpu, "an idle GPU", "idle")                                                     \
  RULE(F05, pageable_batch, "batches copied from pageable memory")                               \
  RULE(F11, pageable_copies, "copies through pageable memory", "pageable_copies")                \
  RULE(F12, needless_copies, "redundant copies", "many_small_copies", "small_copy")              \
  RULE(F17, exposed_communication, "exposed communication", "exposed_communication")             \
  RULE(F19, slow_collectives, "collectives slower than others of their size", "slow_collective") \
  RULE(F20, empty_gpu, "kernels that underuse the GPU", "empty_kernels", "low_occupancy",        \
       "kernel_time", "tiny_kernel")                                                             \
  RULE(F21, plain_float, "matmuls without tensor cores", "plain_float", "tensor_core_gain")      \
  RULE(F23, decoding, "decoding with few concurrent requests", "thin_product")                   \
  RULE(F22, memory_bound, "operators limited by memory bandwidth", "memory_bound",               \
       "reached_ceiling")                                                                        \
  RULE(F26, eager_kernels, "kernels outside compiled code", "eager_kernels", "least_compiled")   \
  RULE(F15, growing_memory, "memory that grows with every step", "leak_growth",                  \
       "leak_growth_of_peak", "leak_steps", "leak_suspect_steps", "leak_age")                    \
  RULE(F16, full_memory, "memory that is nearly full", "full_memory", "memory_spike")            \
  RULE(F14, wasted_memory, "reserved but unused memory", "wasted_memory", "least_waste")         \
  RULE(F08, full_queue, "a full launch queue", "full_queue_time", "full_queue")                  \
  RULE(F24, warm_up_steps, "warm-up steps among the measured ones", "outlier_deviations")

/// A finding, and the time it claims could be saved.
struct FindingWithTime {
  Finding finding;
  std::vector<TimeRange> claims;  // merged; empty if no other rule claims the same time
};

/// The result of one rule.
class RuleAnswer {
 public:
  /// `claims` are sorted, disjoint and without empty ranges.
  Finding& add(std::vector<TimeRange> claims = {}) {
    found_.push_back({{}, std::move(claims)});
    return found_.back().finding;
  }
  void cannot_judge(std::string why) { why_not_ = std::move(why); }

  [[nodiscard]] std::vector<FindingWithTime>& found() { return found_; }
  [[nodiscard]] std::string& why_not() { return why_not_; }

 private:
  std::vector<FindingWithTime> found_;
  std::string why_not_;  // empty if it could judge
};

/// Names of thresholds; empty entries are unused.
using ThresholdNames = std::array<std::string_view, 5>;

/// The thresholds that apply to every rule.
inline constexpr ThresholdNames kAllJudgedBy = {"finding_floor", "explained_share"};

struct FindingRule {
  std::string_view id, looks_for;
  void (*judge)(const FindingFacts& facts, RuleAnswer& answer);
  ThresholdNames judged_by;
};

/// Those about how full memory is. No others can judge a memory snapshot.
inline constexpr std::array<std::string_view, 3> kMemoryRules = {"F14", "F15", "F16"};

#define LANESCOPE_DECLARE_RULE(id, function, ...) \
  void judge_##function(const FindingFacts& facts, RuleAnswer& answer);
LANESCOPE_FINDING_RULES(LANESCOPE_DECLARE_RULE)
#undef LANESCOPE_DECLARE_RULE

#define LANESCOPE_LIST_RULE(id, function, looks_for, ...) \
  FindingRule{#id, looks_for, judge_##function, {__VA_ARGS__}},
inline constexpr auto kFindingRules =
    std::to_array<FindingRule>({LANESCOPE_FINDING_RULES(LANESCOPE_LIST_RULE)});
#undef LANESCOPE_LIST_RULE

/// Assigns time that several findings claim to the first of them. The severity of the others
/// shrinks in proportion; a finding is dropped if others explain nearly all of its time. Returns
/// the rest in the order of FindingTable::findings.
std::vector<Finding> resolve_claims(std::vector<FindingWithTime> found,
                                    const Thresholds& thresholds = {});

}  // namespace lanescope
