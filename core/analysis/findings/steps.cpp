// The rule about which steps were measured.
#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/recorder.h"

namespace lanescope {
namespace {

double length_of(const StepRange& step) {
  return static_cast<double>(step.range.length_ns());
}

double median_length(std::span<const StepRange> steps) {
  std::vector<double> lengths;
  for (const StepRange& step : steps) lengths.push_back(length_of(step));
  return median_of(std::move(lengths));
}

bool is_given(const FindingFacts& facts, const StepRange& step) {
  return !facts.given.is_bounded() || facts.given.range.contains(step.range.begin_ns);
}

/// Adds what the warm-up steps did that steady steps do not do.
void say_signs(const FindingFacts& facts, Finding& finding) {
  constexpr std::size_t kMostSigns = 3;
  std::size_t said = 0;
  for (const WarmUpSign& sign : facts.warm_up->signs) {
    if (sign.step >= facts.warm_up->count || said++ == kMostSigns) return;
    const std::string_view what =
        sign.kind == WarmUpSignKind::NewKernel ? " runs for the first time" : " is called";
    finding.say(
        "", sign.name,
        fmt::format("{} in {}", what, facts.trace.text(facts.warm_up->steps[sign.step].name)),
        sign.event);
  }
}

/// Only torch.profiler has a schedule; other tools record from when they are started.
std::string how_to_exclude(const Snapshot& trace, std::size_t steps) {
  if (recorder_of(trace) != Recorder::TorchProfiler) {
    return steps == 1 ? "Exclude warm-up from measurements: start recording after the first step."
                      : fmt::format(
                            "Exclude warm-up from measurements: start recording after the "
                            "first {} steps.",
                            steps);
  }
  return fmt::format(
      "Exclude warm-up from measurements: torch.profiler.schedule(wait=1, warmup={}, active=…).",
      steps);
}

}  // namespace

void judge_warm_up_steps(const FindingFacts& facts, RuleAnswer& answer) {
  if (facts.warm_up->steps.empty()) {
    return answer.cannot_judge("the trace has no steps; " +
                               std::string(record_advice(facts.trace, Recordable::Steps)));
  }
  const std::span<const StepRange> steps = facts.warm_up->steps;
  const double usual_ns = median_length(steps.subspan(facts.warm_up->count));
  double extra_ns = 0, all_ns = 0;
  std::size_t given = 0;
  const StepRange* longest = nullptr;
  for (const StepRange& step : steps) {
    if (is_given(facts, step)) all_ns += length_of(step);
  }
  for (const StepRange& step : steps.first(facts.warm_up->count)) {
    if (!is_given(facts, step)) continue;
    ++given;
    extra_ns += std::max(0.0, length_of(step) - usual_ns);
    if (longest == nullptr || length_of(step) > length_of(*longest)) longest = &step;
  }
  if (longest == nullptr || all_ns <= 0) return;
  Finding& finding = answer.add();
  finding.title = given == 1 ? "The first step is warm-up"
                             : fmt::format("The first {} steps are warm-up", given);
  finding.informational = true;
  finding.high_pct = 100 * extra_ns / all_ns;
  finding.confidence = Confidence::Medium;
  finding.say(fmt::format(
      "Warm-up takes {} longer than the same number of later steps, {} of the time of all steps",
      format_duration(rounded_ns(extra_ns)), format_pct(finding.high_pct)));
  finding.say("The longest, ", longest->name,
              fmt::format(", takes {}; later ones take {} (median)",
                          format_duration(longest->range.length_ns()),
                          format_duration(rounded_ns(usual_ns))),
              longest->event);
  say_signs(facts, finding);
  finding.where = {longest->name, StringId::Empty, longest->event};
  finding.fix = how_to_exclude(facts.trace, std::max<std::size_t>(given, 1));
  finding.confirm =
      "These steps allocate, compile, load modules or run kernels for the first time.";
}

}  // namespace lanescope
