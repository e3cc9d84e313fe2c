// Rules about launching work on the GPU.
#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/device_info.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/host/graph_calls.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/claims.h"
#include "core/analysis/idle/launch_culprits.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

constexpr const char* kNoLaunches = "the trace has no launch calls for GPU work";

struct KernelSizes {
  std::uint64_t kernels = 0;
  std::uint64_t timed = 0, tiny = 0;  // those whose length is known, and of these the tiny ones
  std::uint64_t calls = 0;            // that launched them
  std::uint64_t in_graphs = 0;        // launched by calls that launch CUDA graphs
  Ns median_ns = 0;

  [[nodiscard]] double tiny_pct() const {
    return timed == 0 ? 0 : 100 * static_cast<double>(tiny) / static_cast<double>(timed);
  }
};

KernelSizes kernel_sizes(const FindingFacts& facts) {
  KernelSizes sizes;
  const std::vector<EventId> graph_calls = graph_launch_calls(facts.trace);
  std::set<EventId> calls;
  const Ns tiny_ns = facts.limits().tiny_kernel_ns;
  for (const Launch& launch : facts.launches->launches) {
    if (!launch.is_kernel) continue;
    ++sizes.kernels;
    const bool in_graph =
        !graph_calls.empty() && std::ranges::binary_search(graph_calls, launch.call);
    if (in_graph) {
      ++sizes.in_graphs;
      calls.insert(launch.call);
    } else {
      ++sizes.calls;
    }
    if (std::ranges::binary_search(facts.trace.unended, launch.gpu_event)) continue;
    ++sizes.timed;
    if (launch.gpu_ns < tiny_ns) ++sizes.tiny;
  }
  sizes.calls += calls.size();
  sizes.median_ns = rounded_ns(facts.launches->median_gpu_ns);
  return sizes;
}

/// "Kernels are launched 12 times per step"; with graphs, how often kernels run is another figure.
std::string launches_text(const FindingFacts& facts, const KernelSizes& sizes) {
  if (sizes.in_graphs == 0) return "Kernels are launched " + facts.count_per_step(sizes.kernels);
  const double pct =
      100 * static_cast<double>(sizes.in_graphs) / static_cast<double>(sizes.kernels);
  return fmt::format("Launch calls are made {} and run kernels {}, {} of them in CUDA graphs",
                     facts.count_per_step(sizes.calls), facts.count_per_step(sizes.kernels),
                     format_pct(pct));
}

std::string launch_bound_fix(const KernelSizes& sizes) {
  if (2 * sizes.in_graphs > sizes.kernels)
    return "Launch less often: put more of the step into one CUDA graph, and give each launch more "
           "work by larger batches.";
  return "Launch less often: CUDA graphs or torch.compile(mode=\"reduce-overhead\"), fused or "
         "foreach optimizers, fused operators, and larger batches.";
}

/// A third of the kernels being tiny is enough for the rule, but no reason to call the others so.
std::string launch_bound_title(const KernelSizes& sizes, const Thresholds& limits) {
  return sizes.median_ns < limits.tiny_kernel_ns
             ? "The GPU waits for the CPU to launch many small kernels"
             : "The GPU waits for the CPU to launch kernels";
}

/// Sets the place to the culprit of most of the idle time for launches. What comes after a wait of
/// the host that let the queue drain is the place of another finding.
void place_launch_bound(const FindingFacts& facts, const IdleDevice& idle, Finding& finding) {
  const Thresholds& limits = facts.limits();
  LaunchCulprits culprits(facts.trace);
  SliceFinder slices(facts.trace);
  visit_idle(idle, kLaunching, [&](const IdleGap& gap, const IdlePiece& piece) {
    if (!is_short(piece, limits)) return;
    const StringId name = slice_name(slices, piece.culprit);
    if (name != StringId::Empty) culprits.add(name, gap, piece);
  });
  const auto [elsewhere, of_all] = culprits.largest();
  if (of_all.longest_ns < 0) return;
  const LaunchCulprit& worst = elsewhere.longest_ns < 0 ? of_all : elsewhere;
  finding.say(worst.name == of_all.name
                  ? "The largest part is due to "
                  : "Apart from what follows a wait for the GPU, the largest part is due to ",
              worst.name, ": " + facts.per_step(worst.total_ns, worst.longest_ns, "one gap"),
              worst.longest);
  finding.where = {worst.name, slice_name(facts.trace, worst.source), worst.longest};
}

bool is_full(const FindingFacts& facts, const StreamQueue& lane) {
  return facts.share_pct(lane.full_ns) > facts.limits().full_queue_time_pct;
}

/// Slow launches of kernels. Copies are excluded, since they may wait for their memory.
std::vector<const Launch*> long_launches(const FindingFacts& facts) {
  std::vector<const Launch*> found;
  for (const Launch& launch : facts.launches->launches) {
    if (launch.is_kernel && launch.counts_call && launch.call_ns > facts.limits().long_launch_ns)
      found.push_back(&launch);
  }
  return found;
}

/// The ranges of the launch calls, merged.
std::vector<TimeRange> ranges_of(const Snapshot& snapshot,
                                 const std::vector<const Launch*>& launches) {
  std::vector<TimeRange> ranges;
  for (const Launch* launch : launches) {
    const auto call = snapshot.find_slice(launch->call);
    if (call) ranges.push_back(call->chunk->range(call->slice));
  }
  std::ranges::sort(ranges, {}, &TimeRange::begin_ns);
  return merged(ranges);
}

}  // namespace

void judge_launch_bound(const FindingFacts& facts, RuleAnswer& answer) {
  const IdleDevice* idle = facts.idle_device();
  if (idle == nullptr) return answer.cannot_judge(std::string(kNoGpuEvents));
  const LaunchTable& launches = *facts.launches;
  if (launches.launches.empty()) return answer.cannot_judge(kNoLaunches);
  const Thresholds& limits = facts.limits();
  std::vector<TimeRange> claims =
      idle_ranges(*idle, kLaunching,
                  [&](const IdleGap&, const IdlePiece& piece) { return is_short(piece, limits); });
  const Ns lost_ns = total_length(claims);
  if (facts.share_pct(lost_ns) <= limits.launch_bound_pct) return;
  const KernelSizes sizes = kernel_sizes(facts);
  if (sizes.tiny_pct() <= limits.tiny_kernel_share_pct) return;
  // Even without waits, the time of one launch remains between two kernels.
  const double needed_ns = launches.floor_ns.value_or(0) * static_cast<double>(claims.size());
  const double saved_ns = std::max(0.0, static_cast<double>(lost_ns) - needed_ns);
  Finding& finding = answer.add(std::move(claims));
  finding.title = launch_bound_title(sizes, limits);
  finding.low_pct = facts.share_pct(rounded_ns(saved_ns));
  finding.high_pct = facts.share_pct(lost_ns);
  finding.confidence = Confidence::High;
  finding.say(
      fmt::format("The GPU is idle for {} between kernels while the host prepares the next one",
                  facts.per_step(lost_ns)));
  finding.say(fmt::format("{}; {} of them are shorter than {}, median {}",
                          launches_text(facts, sizes), format_pct(sizes.tiny_pct()),
                          format_duration(limits.tiny_kernel_ns),
                          format_duration(sizes.median_ns)));
  if (launches.floor_ns) {
    finding.say(fmt::format("Median launch: {} on the CPU, {} until the kernel starts",
                            format_duration(rounded_ns(launches.median_call_ns)),
                            format_duration(rounded_ns(*launches.floor_ns))));
  }
  place_launch_bound(facts, *idle, finding);
  finding.fix = launch_bound_fix(sizes);
  finding.confirm =
      "Double the batch size: if the step hardly gets longer, launches were the bottleneck.";
}

void judge_long_launches(const FindingFacts& facts, RuleAnswer& answer) {
  const IdleDevice* idle = facts.idle_device();
  if (idle == nullptr) return answer.cannot_judge(std::string(kNoGpuEvents));
  if (facts.launches->launches.empty()) return answer.cannot_judge(kNoLaunches);
  // Launches are slow while the queue is full, but that costs nothing.
  if (std::ranges::any_of(facts.queue->lanes,
                          [&](const StreamQueue& lane) { return is_full(facts, lane); }))
    return;
  const std::vector<const Launch*> found = long_launches(facts);
  Ns calls_ns = 0;
  for (const Launch* launch : found) calls_ns = saturating_add(calls_ns, launch->call_ns);
  if (facts.share_pct(calls_ns) <= facts.limits().long_launches_pct) return;
  const std::vector<TimeRange> calls = ranges_of(facts.trace, found);
  std::vector<TimeRange> claims = common_parts(calls, idle_ranges(*idle, kAnyIdle));
  const Ns lost_ns = total_length(claims);
  const Ns usual_ns = facts.limits().long_launch_ns * static_cast<Ns>(calls.size());
  const Launch& longest =
      **std::ranges::max_element(found, {}, [](const Launch* launch) { return launch->call_ns; });
  Finding& finding = answer.add(std::move(claims));
  finding.title = "Some launch calls take far longer than others";
  finding.low_pct = facts.share_pct(std::max<Ns>(0, saturating_sub(lost_ns, usual_ns)));
  finding.high_pct = facts.share_pct(lost_ns);
  finding.confidence = Confidence::Medium;
  finding.say(fmt::format("Calls longer than {} occur {} and take {}; the median call takes {}",
                          format_duration(facts.limits().long_launch_ns),
                          facts.count_per_step(found.size()), facts.per_step(calls_ns),
                          format_duration(rounded_ns(facts.launches->median_call_ns))));
  finding.say("The longest, ", slice_name(facts.trace, longest.call),
              fmt::format(", takes {}", format_duration(longest.call_ns)), longest.call);
  const EventId op = innermost_op(facts.trace, longest.call);
  finding.where = {slice_name(facts.trace, op),
                   slice_name(facts.trace, source_frame(facts.trace, longest.call)), longest.call};
  finding.fix =
      "Look for what blocks the driver during these calls: another thread that launches or "
      "allocates, memory allocated from the driver, kernels loaded at first use";
  finding.fix += has_amd_gpus(facts.trace) ? "." : " (CUDA_MODULE_LOADING=EAGER).";
  finding.confirm = "The same calls should be short in later steps, or in a run with one thread.";
}

void judge_full_queue(const FindingFacts& facts, RuleAnswer& answer) {
  if (!facts.has_gpu()) return answer.cannot_judge(std::string(kNoGpuEvents));
  if (facts.launches->launches.empty()) return answer.cannot_judge(kNoLaunches);
  const auto fullest = std::ranges::max_element(facts.queue->lanes, {}, &StreamQueue::full_ns);
  if (fullest == facts.queue->lanes.end() || !is_full(facts, *fullest)) return;
  Finding& finding = answer.add();
  finding.title = "The launch queue is full: the host cannot get further ahead of the GPU";
  finding.high_pct = facts.share_pct(fullest->full_ns);
  finding.informational = true;
  finding.confidence = Confidence::High;
  finding.say(fmt::format("Stream {} has up to {} launches waiting; its queue is full for {}",
                          fullest->stream, format_count(fullest->max),
                          facts.per_step(fullest->full_ns)));
  finding.fix =
      "Nothing is lost while the GPU is busy. Long launch calls only mean that the host waits for "
      "room in the queue.";
  finding.confirm = "The GPU should have no idle gaps while the queue is full.";
}

}  // namespace lanescope
