// The rule about driver allocations after warm-up.
#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/findings/rules.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/claims.h"

namespace lanescope {
namespace {

/// Adds the most expensive calls as evidence, and where they are made.
void say_calls(const FindingFacts& facts, Finding& finding) {
  const AllocatorTable& allocator = *facts.allocator;
  constexpr std::size_t kMostCalls = 3;
  for (std::size_t i = 0; i < std::min(allocator.calls.size(), kMostCalls); ++i) {
    const AllocatorCall& call = allocator.calls[i];
    finding.say("", call.call,
                fmt::format(" {}{} {}, {}, the longest {}", call.op == StringId::Empty ? "" : "by ",
                            facts.trace.text(call.op), facts.count_per_step(call.count),
                            facts.per_step(call.total_ns), format_duration(call.max_ns)),
                call.longest);
  }
  if (!allocator.calls.empty()) {
    const AllocatorCall& worst = allocator.calls.front();
    finding.where = {worst.op != StringId::Empty ? worst.op : worst.call,
                     slice_name(facts.trace, worst.source), worst.longest};
  }
  if (!allocator.flushes.empty()) {
    finding.say(fmt::format("PyTorch freed its cache to make room {}: memory is short",
                            facts.count_per_step(allocator.flushes.size())),
                allocator.flushes.front().malloc);
  }
}

}  // namespace

void judge_driver_allocations(const FindingFacts& facts, RuleAnswer& answer) {
  const IdleDevice* idle = facts.idle_device();
  if (idle == nullptr) return answer.cannot_judge(std::string(kNoGpuEvents));
  const AllocatorTable& allocator = *facts.allocator;
  if (!allocator.has_calls) return answer.cannot_judge("the trace has no runtime calls");
  const Ns idle_ns = idle->classes[static_cast<std::size_t>(IdleClass::Allocation)].ns;
  const Ns most_ns = std::max(idle_ns, allocator.total_ns);
  if (facts.share_pct(most_ns) <= facts.limits().driver_allocations_pct) return;
  Finding& finding = answer.add(idle_ranges(*idle, [](const IdleGap&, const IdlePiece& piece) {
    return piece.what == IdleClass::Allocation;
  }));
  finding.title = "Memory is allocated from the driver during training";
  finding.low_pct = facts.share_pct(idle_ns);
  finding.high_pct = facts.share_pct(most_ns);
  finding.confidence = Confidence::High;
  finding.say(fmt::format("The GPU is idle for {} while the driver allocates or frees",
                          facts.per_step(idle_ns)));
  say_calls(facts, finding);
  finding.fix =
      "Let PyTorch keep its memory: set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, remove "
      "torch.cuda.empty_cache() from the loop, use fewer different shapes, and run the largest "
      "batch first. "
      "If "
      "memory is short, reduce its use.";
  finding.confirm =
      "torch.cuda.memory_stats()[\"num_alloc_retries\"] and the number of cudaMalloc calls should "
      "stop "
      "rising after warm-up.";
}

}  // namespace lanescope
