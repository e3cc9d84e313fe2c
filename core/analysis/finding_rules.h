// The rules behind the findings. A new one is a function in one of the findings_*.cpp files and a
// line here.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/finding_facts.h"
#include "core/analysis/findings.h"
#include "core/base/time.h"

namespace lanescope {

// Those that say more about the same time come first: time that one of them claims is taken off
// those behind it. F18 and F27 are missing: they need several ranks, or two runs.
// RULE(id, function, what it looks for)
#define LANESCOPE_FINDING_RULES(RULE)                                          \
  RULE(F13, driver_allocations, "memory taken from the driver while training") \
  RULE(F25, graph_breaks, "breaks and recompiles of torch.compile")            \
  RULE(F10, explicit_waits, "waiting for everything on the GPU")               \
  RULE(F09, read_backs, "waiting for values from the GPU")                     \
  RULE(F04, data_loading, "a GPU that waits for data")                         \
  RULE(F07, long_launches, "launch calls that take long")                      \
  RULE(F06, launch_bound, "a GPU that waits for launches of small kernels")    \
  RULE(F02, host_between_ops, "a host that does other things")                 \
  RULE(F03, device_wait, "work that the GPU does not start")                   \
  RULE(F01, idle_gpu, "an idle GPU")                                           \
  RULE(F05, pageable_batch, "batches copied from pageable memory")             \
  RULE(F11, pageable_copies, "copies through pageable memory")                 \
  RULE(F12, needless_copies, "needless copies")                                \
  RULE(F17, exposed_communication, "communication that nothing hides")         \
  RULE(F19, slow_collectives, "collectives slower than others of their size")  \
  RULE(F20, empty_gpu, "kernels that leave the GPU empty")                     \
  RULE(F21, plain_float, "matrix products without tensor cores")               \
  RULE(F23, decoding, "decoding with few requests at once")                    \
  RULE(F22, memory_bound, "operators limited by memory bandwidth")             \
  RULE(F26, eager_kernels, "kernels outside of compiled code")                 \
  RULE(F15, growing_memory, "memory that grows with every step")               \
  RULE(F16, full_memory, "memory that is nearly full")                         \
  RULE(F14, wasted_memory, "memory that is reserved and not used")             \
  RULE(F08, full_queue, "a full launch queue")                                 \
  RULE(F24, warm_up_steps, "warm-up steps among the measured ones")

/// A finding, and the time it says could be had back.
struct ClaimedFinding {
  Finding finding;
  std::vector<TimeRange> claims;  // merged; empty: time that no other rule speaks of
};

/// What one rule says.
class RuleAnswer {
 public:
  /// `claims` are sorted, apart and not empty.
  Finding& add(std::vector<TimeRange> claims = {}) {
    found_.push_back({{}, std::move(claims)});
    return found_.back().finding;
  }
  void cannot_judge(std::string why) { why_not_ = std::move(why); }

  [[nodiscard]] std::vector<ClaimedFinding>& found() { return found_; }
  [[nodiscard]] std::string& why_not() { return why_not_; }

 private:
  std::vector<ClaimedFinding> found_;
  std::string why_not_;  // empty: it was judged
};

struct FindingRule {
  std::string_view id, looks_for;
  void (*judge)(const FindingFacts& facts, RuleAnswer& answer);
};

#define LANESCOPE_DECLARE_RULE(id, function, looks_for) \
  void judge_##function(const FindingFacts& facts, RuleAnswer& answer);
LANESCOPE_FINDING_RULES(LANESCOPE_DECLARE_RULE)
#undef LANESCOPE_DECLARE_RULE

#define LANESCOPE_LIST_RULE(id, function, looks_for) FindingRule{#id, looks_for, judge_##function},
inline constexpr auto kFindingRules =
    std::to_array<FindingRule>({LANESCOPE_FINDING_RULES(LANESCOPE_LIST_RULE)});
#undef LANESCOPE_LIST_RULE

/// Takes time that several findings claim off all but the first of them. One whose time the others
/// explain nearly all of is dropped; what is left of the others shrinks their severity. Those that
/// are left, by severity.
std::vector<Finding> settle_claims(std::vector<ClaimedFinding> found);

}  // namespace lanescope
