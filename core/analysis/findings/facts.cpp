#include "core/analysis/findings/facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include "core/analysis/asked_ahead.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/findings/share.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/memory/growing_lines.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

/// Excludes warm-up, unless a specific window was requested.
AnalysisWindow steady_window(const FindingFacts& facts) {
  AnalysisWindow window = facts.given;
  const bool asked_for = window.kind != WindowKind::Whole && window.kind != WindowKind::Steps;
  if (asked_for || facts.warm_up->steps.empty()) return window;
  window.kind = WindowKind::Steps;
  const std::vector<StepRange>& steps = facts.warm_up->steps;
  window.range = {steps[facts.warm_up->count].range.begin_ns, steps.back().range.end_ns};
  return window;
}

/// Selects the busiest device, on a tie the first. Pauses of the recording are not part of the
/// judged time.
void judge_device(FindingFacts& facts) {
  const std::vector<GpuTimeDevice>& devices = facts.gpu_time->devices;
  const auto busiest = std::ranges::max_element(devices, {}, &GpuTimeDevice::busy_ns);
  facts.judged.devices = devices.size();
  if (busiest == devices.end()) {
    facts.judged.range =
        facts.judged.window.is_bounded() ? facts.judged.window.range : facts.trace.slices_extent;
    const Ns paused_ns = paused_length(recording_pauses(facts.trace), {}, facts.judged.range);
    facts.judged.span_ns = facts.judged.range.length_ns() - paused_ns;
  } else {
    facts.judged.device = busiest->device;
    // With a single GPU, the window needs no device, so results for the window can be reused.
    if (devices.size() > 1) facts.judged.window.device = busiest->device;
    facts.judged.range = busiest->window;
    facts.judged.span_ns = busiest->recorded_ns();
  }
}

/// Counts the steps that start in the judged time; a range without a whole one has none.
void count_steps(FindingFacts& facts) {
  JudgedTime& judged = facts.judged;
  bool any_whole = false;
  for (std::size_t i = 0; i < facts.warm_up->steps.size(); ++i) {
    const StepRange& step = facts.warm_up->steps[i];
    const bool inside = judged.range.contains(step.range.begin_ns);
    if (inside) ++judged.steps;
    any_whole = any_whole || (inside && is_whole_in(facts.trace, judged.window, step));
    if (!inside && i < facts.warm_up->count) ++judged.warm_up_left_out;
  }
  if (!any_whole) judged.steps = 0;
}

/// The entry of the judged device; null if there is none.
template <typename Device>
const Device* judged_one(const std::vector<Device>& devices, const JudgedTime& judged) {
  if (!judged.device) return nullptr;
  const auto at = std::ranges::find(devices, *judged.device, &Device::device);
  return at == devices.end() ? nullptr : &*at;
}

using Fill = void (*)(const AnalysisResults& judged, FindingFacts& facts);

template <auto kMember>
void fill(const AnalysisResults& judged, FindingFacts& facts) {
  auto& result = facts.*kMember;
  using Result = std::remove_const_t<typename std::remove_cvref_t<decltype(result)>::element_type>;
  result = judged.of<Result>();
}

/// Its pass over the kernels and their launches finds nothing in traces that name no compiled code.
void fill_compile(const AnalysisResults& judged, FindingFacts& facts) {
  if (names_compiled_code(judged.trace)) fill<&FindingFacts::compile>(judged, facts);
}

/// Has this rule ask for the critical path before the others are judged, who would wait for it.
void judge_plain_float_ahead(const AnalysisResults& judged, FindingFacts& facts) {
  fill<&FindingFacts::kernels>(judged, facts);
  fill<&FindingFacts::roofline>(judged, facts);
  RuleAnswer unused;
  if (!judged.stop.stop_requested()) judge_plain_float(facts, unused);
}

/// The longest ones at both ends, for AskedAhead. The caller begins with those that do not wait for
/// the activities, which the other threads begin with.
constexpr std::array kFills = {
    &fill<&FindingFacts::copies>,    &fill<&FindingFacts::launches>,
    &fill<&FindingFacts::queue>,     &fill<&FindingFacts::sync>,
    &fill<&FindingFacts::idle>,      &fill<&FindingFacts::loading>,
    &fill<&FindingFacts::leaks>,     &fill<&FindingFacts::allocator>,
    &judge_plain_float_ahead,        &fill<&FindingFacts::kernels>,
    &fill<&FindingFacts::shapes>,    &fill<&FindingFacts::memory>,
    &fill<&FindingFacts::roofline>,  &fill_compile,
    &fill<&FindingFacts::comm>,      &fill<&FindingFacts::activities>,
    &fill<&FindingFacts::host_time>,
};

/// After a stop, the rest is not asked for.
void gather_answers(const AnalysisResults& judged, FindingFacts& facts) {
  AskedAhead ahead(kFills.size(), [&judged, begun = facts](std::size_t i) {
    FindingFacts unused = begun;
    if (!judged.stop.stop_requested()) kFills[i](judged, unused);
  });
  for (std::size_t i = 0; i < kFills.size() && !judged.stop.stop_requested(); ++i) {
    ahead.caller_at(i);
    kFills[i](judged, facts);
  }
}

}  // namespace

const GpuTimeDevice* FindingFacts::gpu() const {
  return judged_one(gpu_time->devices, judged);
}
const IdleDevice* FindingFacts::idle_device() const {
  return judged_one(idle->devices, judged);
}
const CopyDevice* FindingFacts::copy_device() const {
  return judged_one(copies->devices, judged);
}
const CommDevice* FindingFacts::comm_device() const {
  return judged_one(comm->devices, judged);
}

double FindingFacts::share_pct(Ns time_ns) const {
  if (judged.span_ns <= 0) return 0;
  const double share = static_cast<double>(time_ns) / static_cast<double>(judged.span_ns);
  return std::clamp(100 * share, 0.0, 100.0);
}

std::string_view why_nothing_to_judge(const Snapshot& trace) {
  return has_allocation_stacks(trace) ? "a memory snapshot has no GPU events"
                                      : why_no_gpu_events(trace);
}

std::string FindingFacts::per_step(Ns time_ns) const {
  const std::string share = format_pct(share_pct(time_ns));
  if (judged.steps == 0) return fmt::format("{} ({})", format_duration(time_ns), share);
  const Ns each_ns = time_ns / static_cast<Ns>(judged.steps);
  return fmt::format("{} per step ({})", format_duration(each_ns), share);
}

std::string FindingFacts::per_step(Ns time_ns, Ns longest_ns, std::string_view of) const {
  if (judged.steps < 2 || longest_ns <= time_ns / 2) {
    return fmt::format("{}, at most {} in {}", per_step(time_ns), format_duration(longest_ns), of);
  }
  return fmt::format("{} in {} steps ({}), {} of it in {}", format_duration(time_ns), judged.steps,
                     format_pct(share_pct(time_ns)), format_duration(longest_ns), of);
}

std::string FindingFacts::count_per_step(std::uint64_t count) const {
  if (count > 0 && count == judged.steps) return "once per step";
  if (0 < count && count < judged.steps) {
    return fmt::format("{} in {} steps", count == 1 ? "once" : fmt::format("{} times", count),
                       judged.steps);
  }
  if (judged.steps == 0) {
    return count == 1 ? "once" : format_count(static_cast<std::int64_t>(count)) + " times";
  }
  const double each = static_cast<double>(count) / static_cast<double>(judged.steps);
  if (each >= 10) return format_count(std::llround(each)) + " times per step";
  return fmt::format("{:.2g} times per step", each);
}

std::string format_pct(double pct) {
  return pct < 9.95 ? fmt::format("{:.1f} %", pct) : fmt::format("{:.0f} %", pct);
}

std::string of_sampled_text(Ns part_ns, Ns sampled_ns) {
  return fmt::format("{} of its {} sampled ({})", format_duration(part_ns),
                     format_duration(sampled_ns), format_pct(share_pct(part_ns, sampled_ns)));
}

FindingFacts gather_finding_facts(const AnalysisResults& in) {
  FindingFacts facts{.trace = in.trace, .read = in.read, .given = in.window};
  facts.warm_up = in.of<WarmUpSteps>();
  facts.judged.window = steady_window(facts);
  facts.gpu_time = in.about(facts.judged.window).of<GpuTime>();
  judge_device(facts);
  count_steps(facts);
  facts.results = &in.about(facts.judged.window);
  gather_answers(*facts.results, facts);
  return facts;
}

}  // namespace lanescope
