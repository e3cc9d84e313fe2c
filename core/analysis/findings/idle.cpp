// Rules about idle time of the GPU.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/analysis/findings/rules.h"
#include "core/analysis/findings/sampled_idle.h"
#include "core/analysis/host/pytorch_trace.h"
#include "core/analysis/host/recorder.h"
#include "core/analysis/idle/claims.h"
#include "core/analysis/idle/words.h"
#include "core/analysis/ops/annotation_sites.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostCulprits = 3;
constexpr double kLeastShownPct = 0.05;  // of the time: what is not shown as 0.0 %

/// Of a sampled function its line, or what it waits for: " (data.py:41)", " (read /data/a.bin)". Of
/// an annotation or an operator, the system call in it: " (sem_wait)".
std::string sampled_cause(const Snapshot& trace, const IdleCulprit& culprit) {
  const auto at = trace.find_slice(culprit.event);
  const bool sampled = at && is_sampled(at->track->kind) && culprit.what == IdleClass::Python;
  const bool call = culprit.system_call || culprit.what == IdleClass::CpuOp;
  if (!(sampled || call) || culprit.cause == StringId::Empty) return "";
  return fmt::format(" ({})", parse_thread_state(trace.text(culprit.cause)).name);
}

/// Adds the culprits that satisfy `keep` as evidence, the worst first.
template <typename Keep>
void add_culprits(const FindingFacts& facts, const IdleDevice& idle, Finding& finding,
                  const Keep& keep) {
  std::size_t added = 0;
  for (const IdleCulprit& culprit : idle.culprits) {
    if (!keep(culprit) || added == kMostCulprits) continue;
    const std::string what = sampled_cause(facts.trace, culprit) + ": " +
                             facts.per_step(culprit.total.ns, culprit.max_ns, "one gap");
    // One step's name would not do for gaps of several.
    const std::string_view name = facts.trace.text(culprit.name);
    const bool in_step = folded_annotation(name) != name;
    const bool named = culprit.name != StringId::Empty && !in_step;
    const bool on_host =
        culprit.what != IdleClass::DeviceWait && culprit.what != IdleClass::Unlinked;
    const char* head = !on_host ? "Idle before "
                       : in_step
                           ? "Meanwhile, the host is in ProfilerStep* and in nothing inside it"
                       : named ? "Meanwhile, the host is in "
                               : "No host activity was traced during these gaps";
    finding.say(head, in_step ? StringId::Empty : culprit.name, what, culprit.event);
    if (added++ == 0 && on_host) {
      finding.where = {culprit.name, culprit.source, culprit.event};
    }
  }
}

/// The most time between operators in one gap for which keep(gap, piece) is true, as
/// IdleCulprit::max_ns counts it.
template <typename Keep>
Ns most_in_gap(const IdleDevice& idle, const Keep& keep) {
  Ns most_ns = 0, in_gap_ns = 0;
  const IdleGap* last = nullptr;
  visit_idle(idle, kBetweenOps, [&](const IdleGap& gap, const IdlePiece& piece) {
    if (!keep(gap, piece)) return;
    in_gap_ns = saturating_add(&gap == last ? in_gap_ns : 0, piece.range.length_ns());
    last = &gap;
    most_ns = std::max(most_ns, in_gap_ns);
  });
  return most_ns;
}

/// "By cause: operators 8.6 %, launch latency 2.7 %": the same names and shares as in the Overview.
std::string classes_text(const FindingFacts& facts, const IdleDevice& idle) {
  std::vector<std::size_t> order(kIdleClasses);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t c) { return idle.classes[c].ns; });
  std::string text;
  for (std::size_t i = 0; i < kMostCulprits; ++i) {
    const double share = facts.share_pct(idle.classes[order[i]].ns);
    if (i > 0 && share < kLeastShownPct) break;
    text += fmt::format("{}{} {}", i == 0 ? "By cause: " : ", ",
                        idle_class_title(static_cast<IdleClass>(order[i])), format_pct(share));
  }
  return text;
}

/// How to know what the host runs in gaps without frames or samples.
std::string how_to_see_code(const Snapshot& trace) {
  switch (recorder_of(trace)) {
    case Recorder::TorchProfiler:
      return "Record with with_stack=True: the Python frames then show what runs.";
    case Recorder::Lanescope:
      return "The Python stacks of the launches before and after each gap show where in the code "
             "it is.";
    case Recorder::Jax:
      return "Profile with python_tracer_level=1 in jax.profiler.ProfileOptions: the Python frames "
             "then show what runs.";
    case Recorder::Nsight:
    case Recorder::Rocm:
    case Recorder::SamplingProfiler:
    case Recorder::Perfetto:
    case Recorder::Other:
      break;
  }
  return "Lay a sampling profile of the same run beside the trace: its stacks show what runs.";
}

}  // namespace

void judge_idle_gpu(const FindingFacts& facts, RuleAnswer& answer) {
  const IdleDevice* idle = facts.idle_device();
  if (idle == nullptr) return answer.cannot_judge(std::string(kNoGpuEvents));
  const Ns idle_ns = idle->total_ns;
  const double idle_pct = facts.share_pct(idle_ns);
  if (idle_pct <= facts.limits().idle_pct) return;
  Finding& finding = answer.add(idle_ranges(*idle, kAnyIdle));
  // Overview shows a mean of several GPUs, so this has to say which one it is about.
  const std::string gpu =
      facts.judged.devices > 1 ? fmt::format("GPU {}", idle->device) : std::string("The GPU");
  finding.title = fmt::format("{} is idle for {} of the time", gpu, format_pct(idle_pct));
  finding.low_pct = idle_pct - facts.limits().idle_pct;
  finding.high_pct = idle_pct;
  finding.confidence = Confidence::Medium;
  finding.say(fmt::format("Nothing runs for {} in {} gaps", facts.per_step(idle_ns),
                          format_count(static_cast<std::int64_t>(idle->idle_gaps))));
  finding.say(classes_text(facts, *idle));
  add_culprits(facts, *idle, finding, [](const IdleCulprit&) { return true; });
  finding.fix =
      "See what the host does in the longest gaps and move it out of the loop, or overlap it "
      "with the GPU. Other findings cover the parts with a known fix.";
  finding.confirm = "The idle lane under the GPU shows each gap, its cause and its culprit.";
}

void judge_host_between_ops(const FindingFacts& facts, RuleAnswer& answer) {
  const IdleDevice* idle = facts.idle_device();
  if (idle == nullptr) return answer.cannot_judge(std::string(kNoGpuEvents));
  SampledIdle blame(facts);  // has a finding of its own, F28
  const auto mine = [&](const IdleGap&, const IdlePiece& piece) { return !blame.is_blamed(piece); };
  std::vector<TimeRange> claims =
      blame.function() ? idle_ranges(*idle, kBetweenOps, mine) : idle_ranges(*idle, kBetweenOps);
  const Ns lost_ns = total_length(claims);
  if (facts.share_pct(lost_ns) <= facts.limits().host_between_ops_pct) return;
  const auto mine_and_long = [&](const IdleGap& gap, const IdlePiece& piece) {
    return piece.range.length_ns() >= facts.limits().long_host_piece_ns && mine(gap, piece);
  };
  const Ns long_ns = total_length(idle_ranges(*idle, kBetweenOps, mine_and_long));
  Finding& finding = answer.add(std::move(claims));
  finding.title = knows_pytorch(facts.trace) ? "GPU idle while the host runs non-PyTorch code"
                                             : "GPU idle while the host runs untraced code";
  finding.low_pct = facts.share_pct(std::min(long_ns, facts.gpu()->busy_ns));
  finding.high_pct = facts.share_pct(lost_ns);
  const bool knows_python = facts.idle->has_python || facts.idle->has_samples;
  finding.confidence = knows_python ? Confidence::High : Confidence::Medium;
  finding.say(fmt::format("The GPU is idle for {} while no operator and no runtime call runs",
                          facts.per_step(lost_ns, most_in_gap(*idle, mine), "one gap")));
  add_culprits(facts, *idle, finding, [&](const IdleCulprit& culprit) {
    return is_between_ops(culprit.what) && !blame.is_blamed(culprit);
  });
  finding.fix =
      "Move logging, tokenizing, metrics and waiting out of the loop, or do them every N steps or "
      "in "
      "another thread or process while the GPU is busy.";
  finding.confirm = facts.idle->has_python
                        ? "Click the evidence: the Python stack there shows what runs."
                    : facts.idle->has_samples
                        ? "Click the evidence: the samples of the thread there show what runs."
                        : how_to_see_code(facts.trace);
}

void judge_device_wait(const FindingFacts& facts, RuleAnswer& answer) {
  const IdleDevice* idle = facts.idle_device();
  if (idle == nullptr) return answer.cannot_judge(std::string(kNoGpuEvents));
  std::vector<TimeRange> claims = idle_ranges(*idle, [](const IdleGap& gap) {
    return gap.wait == DeviceWait::Unexplained ? kAnyIdle : IdleClasses{};
  });
  const Ns lost_ns = total_length(claims);
  if (facts.share_pct(lost_ns) <= facts.limits().unexplained_wait_pct) return;
  const IdleGap* longest = nullptr;
  for (const IdleGap& gap : idle->gaps) {
    if (gap.wait != DeviceWait::Unexplained) continue;
    if (longest == nullptr || idle->known_ns(gap) > idle->known_ns(*longest)) longest = &gap;
  }
  Finding& finding = answer.add(std::move(claims));
  finding.title = "The GPU starts queued work late";
  finding.high_pct = facts.share_pct(lost_ns);
  finding.informational = true;
  finding.confidence = Confidence::Low;
  finding.say(fmt::format("It is idle for {} with work in its queue", facts.per_step(lost_ns)));
  finding.say(fmt::format("The longest such gap is {}, before this event",
                          format_duration(idle->known_ns(*longest))),
              longest->kernel);
  finding.fix =
      "This trace does not show why. Other processes on the GPU, waiting for another GPU, "
      "throttling and stream priorities can cause this.";
  finding.confirm =
      "Watch the GPU's clocks and processes (nvidia-smi dmon), or record all processes that use "
      "it.";
}

}  // namespace lanescope
