// The rule about driver allocations after warm-up.
#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/findings/rules.h"
#include "core/analysis/host/pytorch_trace.h"
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

/// Whether the calls are HIP's, that is, those of an AMD GPU.
bool calls_hip(const FindingFacts& facts) {
  const std::vector<AllocatorCall>& calls = facts.allocator->calls;
  return !calls.empty() && facts.trace.text(calls.front().call).starts_with("hip");
}

/// PyTorch has an allocator that can keep memory; any other program has to do so itself. PyTorch
/// warns of expandable segments on AMD GPUs that it has none there.
void advise_pytorch(bool hip, Finding& finding) {
  finding.title = "Memory is allocated from the driver during training";
  finding.fix = fmt::format(
      "Let PyTorch keep its memory: {}remove torch.cuda.empty_cache() from the loop, use fewer "
      "different shapes, and run the largest batch first. If memory is short, reduce its use.",
      hip ? "" : "set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, ");
  finding.confirm = fmt::format(
      "torch.cuda.memory_stats()[\"num_alloc_retries\"] and the number of {} calls should stop "
      "rising after warm-up.",
      hip ? "hipMalloc" : "cudaMalloc");
}

void advise_any(bool hip, Finding& finding) {
  const std::string_view api = hip ? "hip" : "cuda";
  finding.title = "Memory is allocated from the driver while the program runs";
  finding.fix = fmt::format(
      "Allocate before the loop and reuse the memory, or allocate from a pool ({}MallocAsync).",
      api);
  finding.confirm = fmt::format("The number of {}Malloc calls should stop rising.", api);
}

/// Whether most of the time is a call of cudaFree at the start of a program, which frees nothing:
/// it is how libraries set up CUDA and load their kernels. Freeing takes milliseconds.
bool initializes(const FindingFacts& facts) {
  constexpr Ns kLeastNs = 500'000'000;
  const AllocatorTable& allocator = *facts.allocator;
  if (facts.judged.steps > 0 || allocator.calls.empty()) return false;
  const AllocatorCall& most = allocator.calls.front();
  return facts.trace.text(most.call).ends_with("Free") && most.max_ns >= kLeastNs &&
         most.total_ns > allocator.total_ns / 2;
}

void advise_initialization(Finding& finding) {
  finding.title = "The trace contains the initialization of CUDA or of a library";
  finding.informational = true;
  finding.fix =
      "Start recording after the first iterations, when nothing is loaded any more: libraries call "
      "cudaFree to initialize CUDA, so a call of seconds frees no memory.";
  finding.confirm = "A recording of later iterations has no such call.";
}

}  // namespace

void judge_driver_allocations(const FindingFacts& facts, RuleAnswer& answer) {
  const IdleDevice* idle = facts.idle_device();
  if (idle == nullptr) return answer.cannot_judge(std::string(kNoGpuEvents));
  const AllocatorTable& allocator = *facts.allocator;
  if (!allocator.has_calls) return answer.cannot_judge("the trace has no runtime calls");
  const Ns idle_ns = idle->classes[static_cast<std::size_t>(IdleClass::Allocation)].ns;
  // Calls beside a busy GPU cost the host time, but the GPU can gain no more than it idles.
  const Ns most_ns = std::max(idle_ns, std::min(allocator.total_ns, idle->total_ns));
  if (facts.share_pct(most_ns) <= facts.limits().driver_allocations_pct) return;
  Finding& finding = answer.add(idle_ranges(*idle, IdleClasses{IdleClass::Allocation}));
  finding.low_pct = facts.share_pct(idle_ns);
  finding.high_pct = facts.share_pct(most_ns);
  finding.confidence = Confidence::High;
  finding.say(fmt::format("The GPU is idle for {} while the driver allocates or frees",
                          facts.per_step(idle_ns)));
  say_calls(facts, finding);
  if (initializes(facts)) return advise_initialization(finding);
  const bool hip = calls_hip(facts);
  knows_pytorch(facts.trace) ? advise_pytorch(hip, finding) : advise_any(hip, finding);
}

}  // namespace lanescope
