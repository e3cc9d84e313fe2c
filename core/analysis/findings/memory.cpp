// Rules about how full memory is: growth, waste, and the limit.
#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/analysis/events/device_info.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/findings/share.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/recorder.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

constexpr const char* kNoTotals = "the trace's [memory] records have no totals";

std::string no_records(const Snapshot& trace) {
  return "the trace has no [memory] records; " +
         std::string(record_advice(trace, Recordable::Allocations));
}

std::string device_name(std::int64_t type, std::int64_t id) {
  return is_host_memory(type) ? "Host memory" : fmt::format("GPU {} memory", id);
}

/// Whether memory belongs to the judged GPU, or to the host if there is no GPU.
bool is_judged(const FindingFacts& facts, std::int64_t type, std::int64_t id) {
  return is_host_memory(type) ? !facts.has_gpu() : facts.judged.device.value_or(id) == id;
}

const MemoryDevice* gpu_memory(const FindingFacts& facts) {
  for (const MemoryDevice& device : facts.memory->devices) {
    const bool host = is_host_memory(device.device_type);
    if (!host && device.peak_at_ns && is_judged(facts, device.device_type, device.device_id)) {
      return &device;
    }
  }
  return nullptr;
}

bool has_gpu_memory(const Snapshot& trace) {
  return std::ranges::any_of(trace.memory,
                             [](const auto& track) { return !is_host_memory(track->device_type); });
}

/// Why GPU memory cannot be judged; empty if it can.
std::string why_no_gpu_memory(const FindingFacts& facts) {
  if (facts.trace.memory.empty()) return no_records(facts.trace);
  const MemoryDevice* device = gpu_memory(facts);
  if (device == nullptr && !has_gpu_memory(facts.trace) && !has_gpu_work(facts.trace))
    return std::string(kNoGpuEvents);
  if (device == nullptr) return "the analyzed time has no [memory] records of the GPU";
  return device->has_totals ? "" : kNoTotals;
}

std::optional<std::int64_t> total_memory(const FindingFacts& facts, std::int64_t device) {
  const DeviceInfo* info = device_info(facts.trace, device);
  return info == nullptr ? std::nullopt : info->total_memory_bytes;
}

const MemoryDevice* memory_of(const MemoryTable& memory, const LeakDevice& leak) {
  for (const MemoryDevice& device : memory.devices) {
    if (device.device_type == leak.device_type && device.device_id == leak.device_id)
      return &device;
  }
  return nullptr;
}

/// Sets the gain of a finding about a device's memory. Without a maximum, more may be gained.
void set_gain(const MemoryDevice& device, std::int64_t least_bytes,
              std::optional<std::int64_t> most_bytes, Finding& finding) {
  const bool reserved = device.peak_reserved >= device.peak_allocated;
  const std::int64_t peak = reserved ? device.peak_reserved : device.peak_allocated;
  finding.severity_of = reserved ? SeverityOf::ReservedMemory : SeverityOf::AllocatedMemory;
  finding.low_pct = share_pct(least_bytes, peak);
  finding.high_pct = share_pct(most_bytes.value_or(least_bytes), peak);
  finding.at_least = !most_bytes;
}

std::string steps_left(const FindingFacts& facts, const LeakDevice& leak) {
  if (is_host_memory(leak.device_type)) return "";
  const auto total = total_memory(facts, leak.device_id);
  const MemoryDevice* device = memory_of(*facts.memory, leak);
  const std::int64_t peak = device == nullptr ? 0 : device->peak_allocated;
  const std::int64_t free = total ? saturating_sub(*total, peak) : -1;
  if (free < 0) return "";
  constexpr double kMostSteps = 1e15;  // more than any run has, and a whole number still
  const double steps = std::min(kMostSteps, static_cast<double>(free) / leak.bytes_per_step);
  return fmt::format("{} of {} is free: enough for about {} more steps", format_bytes(free),
                     format_bytes(*total), format_count(std::llround(steps)));
}

void add_suspects(const LeakDevice& leak, Finding& finding) {
  constexpr std::size_t kMostSuspects = 3;
  for (std::size_t i = 0; i < std::min(leak.suspects.size(), kMostSuspects); ++i) {
    const LeakSuspect& suspect = leak.suspects[i];
    const std::string what = fmt::format(": {} blocks of {} each are kept, from {} steps",
                                         format_count(static_cast<std::int64_t>(suspect.survivors)),
                                         format_bytes(suspect.bytes), suspect.steps);
    const bool known = suspect.op != StringId::Empty;
    finding.say(known ? "Allocated by " : "Allocated outside operators", suspect.op, what,
                suspect.event);
  }
}

void report_growth(const FindingFacts& facts, const LeakDevice& leak, Finding& finding) {
  const auto& ends = leak.step_end_bytes;
  const std::int64_t grown = ends.empty() ? 0 : saturating_sub(ends.back(), ends.front());
  const auto each = static_cast<std::int64_t>(leak.bytes_per_step);
  finding.title = fmt::format("Memory grows by {} per step", format_bytes(each));
  // What these steps added. It gets more with every further step.
  if (const MemoryDevice* device = memory_of(*facts.memory, leak))
    set_gain(*device, grown, std::nullopt, finding);
  finding.confidence = leak.suspects.empty() ? Confidence::Medium : Confidence::High;
  finding.say(fmt::format("{} rises from {} to {} over {} steps and never falls",
                          device_name(leak.device_type, leak.device_id), format_bytes(ends.front()),
                          format_bytes(ends.back()), ends.size()));
  add_suspects(leak, finding);
  const std::string left = steps_left(facts, leak);
  if (!left.empty()) finding.say(left);
  if (!leak.suspects.empty()) {
    finding.where.name = leak.suspects.front().op;
    finding.where.event = leak.suspects.front().event;
  }
  finding.fix =
      "Keep numbers, not tensors: store loss.item() or loss.detach(), not the loss with its graph. "
      "Clear lists and caches that collect tensors, and remove hooks that keep them.";
  if (recorder_of(facts.trace) == Recorder::Jax) {
    finding.confirm =
        "Compare two profiles of jax.profiler.save_device_memory_profile() some steps apart.";
    return;
  }
  const bool has_option = recorder_of(facts.trace) == Recorder::TorchProfiler;
  finding.confirm =
      std::string(
          has_option ? "Record with with_stack=True to see the line that allocates, or compare two "
                     : "Compare two ") +
      "torch.cuda.memory._dump_snapshot() files some steps apart: the leak is in the blocks that "
      "only the later one has.";
}

std::string place_of(const GrowingLine& line) {
  return fmt::format("{}({}): {}", line.file, line.line, line.function);
}

void report_lines(const FindingFacts& facts, const LeakDevice& leak, Finding& finding) {
  const GrowingLine& most = leak.lines.front();
  finding.title = fmt::format("Possible leak: {} blocks of one line are never freed",
                              format_count(static_cast<std::int64_t>(most.kept)));
  // The lines are those of the whole history, whose peak may lie outside the analyzed time.
  AnalysisWindow whole = whole_window();
  whole.thresholds = facts.given.thresholds;
  const auto memory = facts.results->about(whole).of<MemoryTable>();
  if (const MemoryDevice* device = memory_of(*memory, leak))
    set_gain(*device, most.kept_bytes, std::nullopt, finding);
  for (const GrowingLine& line : leak.lines) {
    finding.say(
        fmt::format("{} keeps {} of its {} blocks, {}, allocated throughout the history",
                    place_of(line), line.kept, line.allocations, format_bytes(line.kept_bytes)),
        line.first_kept);
  }
  finding.where.event = most.first_kept;
  finding.fix =
      "Keep numbers, not tensors: store loss.item() or loss.detach(), not the loss with its graph. "
      "Clear lists and caches that collect tensors, and remove hooks that keep them.";
  finding.confirm =
      "Dump a later snapshot of the same process: the line keeps more blocks there if it leaks.";
}

/// A memory snapshot has no steps, but shows which lines keep blocks.
void judge_growing_lines(const FindingFacts& facts, RuleAnswer& answer) {
  for (const LeakDevice& leak : facts.leaks->devices) {
    if (!leak.lines.empty()) report_lines(facts, leak, answer.add());
  }
}

}  // namespace

void judge_growing_memory(const FindingFacts& facts, RuleAnswer& answer) {
  if (facts.trace.memory.empty()) return answer.cannot_judge(no_records(facts.trace));
  if (has_allocation_stacks(facts.trace)) return judge_growing_lines(facts, answer);
  if (std::cmp_less(facts.leaks->steps, facts.limits().leak_steps)) {
    return answer.cannot_judge(fmt::format("needs {} steps after warm-up, found {}",
                                           facts.limits().leak_steps, facts.leaks->steps));
  }
  for (const LeakDevice& leak : facts.leaks->devices) {
    if (!leak.grows || !is_judged(facts, leak.device_type, leak.device_id)) continue;
    report_growth(facts, leak, answer.add());
  }
}

void judge_full_memory(const FindingFacts& facts, RuleAnswer& answer) {
  const std::string why = why_no_gpu_memory(facts);
  if (!why.empty()) return answer.cannot_judge(why);
  const MemoryDevice& device = *gpu_memory(facts);
  const auto total = total_memory(facts, device.device_id);
  if (!total) return answer.cannot_judge("the trace does not say how much memory the GPU has");
  const double used_pct = share_pct(device.peak_allocated, *total);
  if (used_pct <= facts.limits().full_memory_pct) return;
  const auto category = [&](MemoryCategory what) {
    return device.peak_categories[static_cast<std::size_t>(what)];
  };
  const std::int64_t activations = category(MemoryCategory::Activation);
  Finding& finding = answer.add();
  finding.title = fmt::format("GPU memory is {} full at the peak", format_pct(used_pct));
  // At least what is above the limit; at most all activations, which could be recomputed.
  const double limit_bytes = facts.limits().full_memory_pct / 100 * static_cast<double>(*total);
  const auto above = saturating_sub(device.peak_allocated, static_cast<std::int64_t>(limit_bytes));
  set_gain(device, above,
           device.has_addresses ? std::optional(std::max(above, activations)) : std::nullopt,
           finding);
  finding.confidence = Confidence::High;
  finding.say(fmt::format("{} of {} is allocated at the peak", format_bytes(device.peak_allocated),
                          format_bytes(*total)));
  if (device.has_addresses) {
    finding.say(fmt::format("Estimated: {} of activations and {} of gradients",
                            format_bytes(activations),
                            format_bytes(category(MemoryCategory::Gradient))));
  }
  if (device.spikes && !device.spikes->empty()) {
    const MemorySpike& spike = device.spikes->front();
    finding.say(fmt::format("A spike reaches {}", format_bytes(spike.allocated)), spike.event);
    finding.where = {allocator_name(facts.trace, spike.op), StringId::Empty, spike.event};
  } else if (!device.ops.empty()) {
    const auto most = std::ranges::max_element(device.ops, {}, &OpMemory::bytes_at_peak);
    finding.where.name = most->op;
  }
  finding.fix =
      "Recompute activations (torch.utils.checkpoint), use a smaller micro-batch with gradient "
      "accumulation, keep activations in bf16, or shard optimizer state over ranks.";
  finding.confirm = "The Memory tab lists what is live at the peak and what allocated it.";
}

void judge_wasted_memory(const FindingFacts& facts, RuleAnswer& answer) {
  const std::string why = why_no_gpu_memory(facts);
  if (!why.empty()) return answer.cannot_judge(why);
  const MemoryDevice& device = *gpu_memory(facts);
  const std::int64_t waste = saturating_sub(device.reserved_at_peak, device.peak_allocated);
  const double waste_pct = share_pct(waste, device.reserved_at_peak);
  const Thresholds& limits = facts.limits();
  if (waste_pct <= limits.wasted_memory_pct || waste <= limits.least_waste_bytes) return;
  Finding& finding = answer.add();
  finding.title =
      fmt::format("{} of the reserved memory is unused at the peak", format_pct(waste_pct));
  set_gain(device, 0, waste, finding);
  finding.say(fmt::format("At the peak, {} is allocated while PyTorch has reserved {}: {} more",
                          format_bytes(device.peak_allocated),
                          format_bytes(device.reserved_at_peak), format_bytes(waste)));
  finding.say(fmt::format("Reported if the unused part exceeds {} and {}",
                          format_pct(facts.limits().wasted_memory_pct),
                          format_bytes(facts.limits().least_waste_bytes)));
  finding.fix =
      "Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, or max_split_size_mb where that is "
      "not available. Fewer different input shapes also help. This matters only if memory is "
      "short.";
  finding.confirm =
      "A torch.cuda.memory._dump_snapshot() snapshot shows the free blocks between those in "
      "use.";
}

}  // namespace lanescope
