#include "core/analysis/finding_facts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lanescope {
namespace {

/// Warm-up is judged apart, unless it was asked for.
AnalysisWindow steady_window(const FindingFacts& facts) {
  AnalysisWindow window = facts.given;
  const bool asked_for = window.kind != WindowKind::Whole && window.kind != WindowKind::Steps;
  if (asked_for || facts.steps.empty()) return window;
  window.kind = WindowKind::Steps;
  window.range = {facts.steps[facts.warm_up_steps].range.begin_ns, facts.steps.back().range.end_ns};
  return window;
}

/// The busiest; of equal ones the first.
void judge_device(FindingFacts& facts) {
  const std::vector<GpuTimeDevice>& devices = facts.gpu_time.devices;
  const auto busiest = std::ranges::max_element(devices, {}, &GpuTimeDevice::busy_ns);
  facts.judged.devices = devices.size();
  if (busiest == devices.end()) {
    facts.judged.range =
        facts.judged.window.is_bounded() ? facts.judged.window.range : facts.trace.x_extent;
  } else {
    facts.judged.device = busiest->device;
    facts.judged.window.device = busiest->device;
    facts.judged.range = busiest->window;
  }
  facts.judged.span_ns = facts.judged.range.length_ns();
}

void count_steps(FindingFacts& facts) {
  JudgedTime& judged = facts.judged;
  for (std::size_t i = 0; i < facts.steps.size(); ++i) {
    const bool inside = judged.range.contains(facts.steps[i].range.begin_ns);
    if (inside) ++judged.steps;
    if (!inside && i < facts.warm_up_steps) ++judged.warm_up_left_out;
  }
}

}  // namespace

const GpuTimeDevice* FindingFacts::gpu() const {
  const auto at =
      std::ranges::find(gpu_time.devices, judged.device.value_or(-1), &GpuTimeDevice::device);
  return has_gpu() && at != gpu_time.devices.end() ? &*at : nullptr;
}

double FindingFacts::share_pct(Ns time_ns) const {
  if (judged.span_ns <= 0) return 0;
  const double share = static_cast<double>(time_ns) / static_cast<double>(judged.span_ns);
  return std::clamp(100 * share, 0.0, 100.0);
}

std::string FindingFacts::per_step(Ns time_ns) const {
  const std::string share = format_pct(share_pct(time_ns));
  if (judged.steps == 0) return fmt::format("{} ({})", format_duration(time_ns), share);
  const Ns each_ns = time_ns / static_cast<Ns>(judged.steps);
  return fmt::format("{} a step ({})", format_duration(each_ns), share);
}

std::string FindingFacts::count_per_step(std::uint64_t count) const {
  if (judged.steps == 0) return format_count(static_cast<std::int64_t>(count)) + " times";
  const double each = static_cast<double>(count) / static_cast<double>(judged.steps);
  if (each >= 10) return format_count(std::llround(each)) + " times a step";
  return fmt::format("{:.3g} times a step", each);
}

std::string format_pct(double pct) {
  return pct < 9.95 ? fmt::format("{:.1f} %", pct) : fmt::format("{:.0f} %", pct);
}

FindingFacts gather_finding_facts(const Snapshot& snapshot, const AnalysisWindow& window,
                                  const ReadEvent& read, const std::stop_token& stop) {
  FindingFacts facts{.trace = snapshot, .read = read, .given = window};
  facts.steps = step_ranges(snapshot);
  facts.warm_up_steps = count_warm_up_steps(snapshot, facts.steps);
  facts.judged.window = steady_window(facts);
  facts.gpu_time = analyse_gpu_time(snapshot, facts.judged.window);
  judge_device(facts);
  count_steps(facts);
  const AnalysisWindow& judged = facts.judged.window;
  const auto fill = [&stop](auto& result, const auto& analyse) {
    if (!stop.stop_requested()) result = analyse();
  };
  fill(facts.memory, [&] { return analyse_memory(snapshot, judged); });
  fill(facts.leaks, [&] { return analyse_leaks(snapshot, judged); });
  return facts;
}

}  // namespace lanescope
