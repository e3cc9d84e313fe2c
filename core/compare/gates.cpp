#include "core/compare/gates.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/base/text/decimal.h"

namespace lanescope {
namespace {

constexpr std::string_view kUsage =
    "use step_time, gpu_busy, idle, idle.CLASS, op:NAME, kernel:NAME or peak_memory, and a limit "
    "such as 3%, 200us or 64MiB, as in 'step_time=3%'";

Error wrong(const std::string& text, std::string_view what) {
  return {Error::Kind::Invalid, fmt::format("'{}': {}; {}", text, what, kUsage)};
}

struct Unit {
  std::string_view name;
  double factor;
  bool bytes;
};
constexpr std::array kUnits = {Unit{"ns", 1, false},
                               Unit{"us", 1e3, false},
                               Unit{"µs", 1e3, false},
                               Unit{"ms", 1e6, false},
                               Unit{"s", 1e9, false},
                               Unit{"B", 1, true},
                               Unit{"KiB", 1024, true},
                               Unit{"MiB", 1024.0 * 1024, true},
                               Unit{"GiB", 1024.0 * 1024 * 1024, true}};

/// Parses a limit such as "3%" or "200us"; false if it is invalid.
bool read_limit(std::string_view text, Gate& gate) {
  double number = 0;
  const auto [end, error] = read_decimal(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !(number >= 0) || number > 1e18) return false;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (unit == "%") {
    gate.limit_pct = number;
    return true;
  }
  const auto at = std::ranges::find(kUnits, unit, &Unit::name);
  if (at == kUnits.end() || at->bytes != (gate.metric == GateMetric::PeakMemory)) return false;
  gate.limit = number * at->factor;
  return true;
}

bool read_idle_class(std::string_view name, Gate& gate) {
  for (std::size_t i = 0; i < kIdleClasses; ++i) {
    if (idle_class_name(static_cast<IdleClass>(i)) != name) continue;
    gate.metric = GateMetric::IdleOfClass;
    gate.idle_class = static_cast<IdleClass>(i);
    return true;
  }
  return false;
}

bool read_metric(std::string_view text, Gate& gate) {
  constexpr std::array kPlain = {
      std::pair{std::string_view("step_time"), GateMetric::StepTime},
      std::pair{std::string_view("gpu_busy"), GateMetric::GpuBusy},
      std::pair{std::string_view("idle"), GateMetric::Idle},
      std::pair{std::string_view("peak_memory"), GateMetric::PeakMemory}};
  for (const auto& [name, metric] : kPlain) {
    if (text != name) continue;
    gate.metric = metric;
    return true;
  }
  if (text.starts_with("idle.")) return read_idle_class(text.substr(5), gate);
  for (const auto& [prefix, metric] :
       {std::pair{std::string_view("op:"), GateMetric::Op},
        std::pair{std::string_view("kernel:"), GateMetric::Kernel}}) {
    if (!text.starts_with(prefix) || text.size() == prefix.size()) continue;
    gate.metric = metric;
    gate.name = text.substr(prefix.size());
    return true;
  }
  return false;
}

/// Adds the time of all parts with this name, per sample. False if there are none.
bool add_parts(const RunParts& parts, PartKind kind, const std::string& name,
               std::vector<double>& samples) {
  bool found = false;
  for (const RunPart& part : parts.parts) {
    if (part.kind != kind || part.name != name) continue;
    found = true;
    for (std::size_t i = 0; i < samples.size(); ++i)
      samples[i] += static_cast<double>(part.wall_ns[i]);
  }
  return found;
}

/// Why a GPU metric is not available: if either run lacks GPU events, the differences are of host
/// time. Empty if it is available. Operators and memory exist on the host too, so they can be
/// compared if both runs lack GPU events.
std::string lacks_gpu(GateMetric metric, const RunDiff& diff) {
  if (metric == GateMetric::StepTime || diff.a.of_gpu) return "";
  if (!diff.without_gpu.empty()) return fmt::format("{} has no GPU events", diff.without_gpu);
  const bool of_host_too = metric == GateMetric::Op || metric == GateMetric::PeakMemory;
  return of_host_too ? "" : "neither run has GPU events";
}

void miss(GateResult& result, std::string why) {
  result.state = GateState::Missing;
  result.why = std::move(why);
}

bool is_over(const GateResult& result) {
  const Gate& gate = result.gate;
  const double limit = gate.limit_pct ? *gate.limit_pct / 100 * result.a : gate.limit;
  return result.b - result.a > limit;
}

void decide(GateResult& result) {
  if (!is_over(result)) {
    result.state = GateState::Passed;
  } else if (!result.p) {
    result.state = GateState::NotTested;
  } else {
    result.state = *result.p <= kSignificantP ? GateState::Failed : GateState::Passed;
  }
}

void judge_metric(const MetricDiff& metric, GateResult& result) {
  result = judge_means(result.gate, metric.a, metric.b, metric.p);
}

void judge_parts(const RunDiff& diff, PartKind kind, std::string_view what, GateResult& result) {
  std::vector<double> a(diff.runs.a.samples.size()), b(diff.runs.b.samples.size());
  const bool in_a = add_parts(diff.a, kind, result.gate.name, a);
  const bool in_b = add_parts(diff.b, kind, result.gate.name, b);
  if (!in_a && !in_b) {
    return miss(result,
                fmt::format("neither run has this {}; see the rows of --json for names", what));
  }
  result.a = mean_of(a);
  result.b = mean_of(b);
  result.p = permutation_p(a, b, Labelings(a.size(), b.size()));
  decide(result);
}

/// Not tested: peak memory is a single value, which does not vary like step times.
void judge_memory(const RunDiff& diff, GateResult& result) {
  if (!diff.peak_a_bytes || !diff.peak_b_bytes) {
    const std::string_view run = diff.peak_a_bytes   ? "B has no"
                                 : diff.peak_b_bytes ? "A has no"
                                                     : "neither run has";
    return miss(result, fmt::format("{} {} memory events{}{}", run, diff.a.of_gpu ? "GPU" : "host",
                                    diff.memory_advice.empty() ? "" : "; ", diff.memory_advice));
  }
  result = judge_values(result.gate, static_cast<double>(*diff.peak_a_bytes),
                        static_cast<double>(*diff.peak_b_bytes));
}

void judge(const GatedDiffs& diffs, GateResult& result) {
  const RunDiff& diff = diffs.by_kernel;
  const Gate& gate = result.gate;
  if (std::string why = lacks_gpu(gate.metric, diff); !why.empty())
    return miss(result, std::move(why));
  switch (gate.metric) {
    case GateMetric::StepTime:
      return judge_metric(diff.step, result);
    case GateMetric::GpuBusy:
      return judge_metric(diff.busy, result);
    case GateMetric::Idle:
      return judge_metric(diff.idle, result);
    case GateMetric::IdleOfClass:
      return judge_metric(diff.classes[static_cast<std::size_t>(gate.idle_class)], result);
    case GateMetric::Op:
      return judge_parts(diffs.by_op, PartKind::Op, "operator", result);
    case GateMetric::Kernel:
      return judge_parts(diff, PartKind::Kernel, "kernel", result);
    case GateMetric::PeakMemory:
      return judge_memory(diff, result);
  }
}

}  // namespace

Result<Gate> parse_gate(const std::string& text) {
  // Kernel names may contain "=", so the limit follows the last one.
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) return wrong(text, "missing limit");
  Gate gate;
  gate.text = text;
  if (!read_metric(std::string_view(text).substr(0, equals), gate))
    return wrong(text, "unknown metric");
  if (!read_limit(std::string_view(text).substr(equals + 1), gate))
    return wrong(text, "not a valid limit for this metric");
  return gate;
}

std::string_view gate_state_name(GateState state) {
  constexpr std::array kNames = {"passed", "failed", "not_tested", "missing"};
  return kNames[static_cast<std::size_t>(state)];
}

GateResult judge_means(const Gate& gate, double a, double b, std::optional<double> p) {
  GateResult result{gate, GateState::Passed, a, b, p, ""};
  decide(result);
  return result;
}

GateResult judge_values(const Gate& gate, double a, double b) {
  GateResult result{gate, GateState::Passed, a, b, std::nullopt, ""};
  result.state = is_over(result) ? GateState::Failed : GateState::Passed;
  return result;
}

GateResult missing_gate(const Gate& gate, std::string why) {
  GateResult result;
  result.gate = gate;
  miss(result, std::move(why));
  return result;
}

GateResult judge_gate(const Gate& gate, const GatedDiffs& diffs) {
  GateResult result;
  result.gate = gate;
  judge(diffs, result);
  return result;
}

}  // namespace lanescope
