#include "core/compare/run_diff.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/host/record_advice.h"
#include "core/compare/merged_shapes.h"
#include "core/store/numbered_steps.h"

namespace lanescope {
namespace {

constexpr double kWholeMicrosecond = 1000;  // the clock resolution of old traces

template <typename Number>
std::vector<double> numbers(const std::vector<Number>& values) {
  return {values.begin(), values.end()};
}

bool is_constant(const std::vector<std::uint64_t>& counts) {
  return std::ranges::all_of(counts, [&](std::uint64_t count) { return count == counts.front(); });
}

/// The largest peak of all devices, or of the host.
std::optional<std::int64_t> peak_bytes(const Snapshot& trace, bool of_gpu) {
  std::optional<std::int64_t> peak;
  for (const auto& track : trace.memory) {
    if ((track->device_type != 0) != of_gpu || track->events == 0) continue;
    peak = std::max(peak.value_or(0), track->peak_allocated);
  }
  return peak;
}

class Differ {
 public:
  Differ(const AnalysisResults& a, const AnalysisResults& b, AlignedRuns runs, PartLevel level,
         const std::stop_token& stop)
      : stop_(stop),
        quantum_(a.trace.info.whole_microseconds || b.trace.info.whole_microseconds
                     ? kWholeMicrosecond
                     : 1),
        labelings_(runs.a.samples.size(), runs.b.samples.size()) {
    out_.runs = std::move(runs);
    const bool gpu_in_a = has_gpu_work(a.trace), gpu_in_b = has_gpu_work(b.trace);
    const bool of_gpu = gpu_in_a && gpu_in_b;
    if (gpu_in_a != gpu_in_b) out_.without_gpu = gpu_in_a ? "B" : "A";
    out_.a = find_run_parts({a, out_.runs.a, of_gpu, stop}, level);
    out_.b = find_run_parts({b, out_.runs.b, of_gpu, stop}, level);
    const bool bare_a = lacks_shapes(out_.a), bare_b = lacks_shapes(out_.b);
    if (bare_a && !bare_b) merge_shapes(b.trace, out_.b);
    if (bare_b && !bare_a) merge_shapes(a.trace, out_.a);
    out_.peak_a_bytes = peak_bytes(a.trace, of_gpu);
    out_.peak_b_bytes = peak_bytes(b.trace, of_gpu);
  }

  RunDiff diff() {
    const TestedKey step{numbers(out_.a.recorded_ns), numbers(out_.b.recorded_ns)};
    out_.least_change_ns = least_change(mean_of(step.a), mean_of(step.b));
    out_.step = metric(step);
    out_.busy = metric({numbers(out_.a.busy_ns), numbers(out_.b.busy_ns)});
    TestedKey idle{step};
    subtract(idle.a, out_.a.busy_ns);
    subtract(idle.b, out_.b.busy_ns);
    out_.idle = metric(idle);
    out_.paused = metric({numbers(out_.a.paused_ns), numbers(out_.b.paused_ns)});
    for (std::size_t i = 0; i < kIdleClasses; ++i) {
      out_.classes[i] = metric({numbers(out_.a.idle_ns[i]), numbers(out_.b.idle_ns[i])});
    }
    add_rows();
    test_rows(step);
    std::ranges::stable_sort(out_.rows, std::greater<>(),
                             [](const DiffRow& row) { return std::abs(row.delta_ns()); });
    out_.labelings = labelings_.count();
    out_.exact = labelings_.exact();
    return std::move(out_);
  }

 private:
  static void subtract(std::vector<double>& from, const std::vector<Ns>& values) {
    for (std::size_t i = 0; i < from.size(); ++i) from[i] -= static_cast<double>(values[i]);
  }

  [[nodiscard]] MetricDiff metric(const TestedKey& key) const {
    MetricDiff metric{mean_of(key.a), mean_of(key.b), {}, permutation_p(key.a, key.b, labelings_)};
    if (metric.p) metric.shift = estimate_shift(key.a, key.b);
    metric.significant =
        metric.p && *metric.p <= kSignificantP && std::abs(metric.delta()) >= out_.least_change_ns;
    return metric;
  }

  void add_rows() {
    for (const PartPair& pair : pair_parts(out_.a.parts, out_.b.parts)) {
      DiffRow row;
      row.pair = pair;
      if (pair.a) fill(out_.a.parts[*pair.a], row.count_a, row.wall_a_ns, row.sum_a_ns);
      if (pair.b) fill(out_.b.parts[*pair.b], row.count_b, row.wall_b_ns, row.sum_b_ns);
      split_effects(row);
      out_.rows.push_back(row);
    }
  }

  static void fill(const RunPart& part, double& count, double& wall_ns, double& sum_ns) {
    count = mean_of(numbers(part.counts));
    wall_ns = mean_of(numbers(part.wall_ns));
    sum_ns = mean_of(numbers(part.sum_ns));
  }

  /// Work launched in the previous step may run in this one, so there can be time without a count.
  static void split_effects(DiffRow& row) {
    if (!row.pair.a || !row.pair.b) {
      row.count_effect_ns = row.delta_ns();
      return;
    }
    if (row.count_a > 0) {
      row.count_effect_ns = (row.count_b - row.count_a) * row.wall_a_ns / row.count_a;
    }
    row.duration_effect_ns = row.delta_ns() - row.count_effect_ns;
  }

  void test_rows(const TestedKey& step) {
    std::vector<TestedKey> keys{step};
    for (const DiffRow& row : out_.rows) keys.push_back(key_of(row));
    const auto p = max_t_p(keys, quantum_, labelings_, stop_);
    if (p) out_.tested = keys.size();
    for (std::size_t i = 0; i < out_.rows.size(); ++i) {
      if (p) out_.rows[i].p = (*p)[i + 1];
      judge(out_.rows[i]);
    }
  }

  [[nodiscard]] TestedKey key_of(const DiffRow& row) const {
    const RunPart* a = out_.part_a(row);
    const RunPart* b = out_.part_b(row);
    return {a != nullptr ? numbers(a->wall_ns) : std::vector<double>(out_.runs.a.samples.size()),
            b != nullptr ? numbers(b->wall_ns) : std::vector<double>(out_.runs.b.samples.size())};
  }

  /// If the number of calls is constant in each run and differs between the runs, the change is
  /// certain without a test, as long as most of it comes from the count and not from longer calls.
  void judge(DiffRow& row) const {
    const RunPart* a = out_.part_a(row);
    const RunPart* b = out_.part_b(row);
    const bool counts_differ = row.count_a != row.count_b;
    const bool fact = counts_differ && (a == nullptr || is_constant(a->counts)) &&
                      (b == nullptr || is_constant(b->counts)) && enough_samples() && by_count(row);
    const bool large = std::abs(row.delta_ns()) >= out_.least_change_ns;
    row.significant = large && (fact || (row.p && *row.p <= kSignificantP));
    const bool untested = large && !row.p;
    row.status = a == nullptr                                   ? DiffStatus::Added
                 : b == nullptr                                 ? DiffStatus::Removed
                 : counts_differ || row.significant || untested ? DiffStatus::Changed
                                                                : DiffStatus::Same;
  }

  /// Whether most of the change comes from the number of calls, not from their duration.
  static bool by_count(const DiffRow& row) {
    return std::abs(row.duration_effect_ns) < std::abs(row.delta_ns()) / 2;
  }

  [[nodiscard]] bool enough_samples() const {
    return out_.runs.a.samples.size() > 1 && out_.runs.b.samples.size() > 1;
  }

  RunDiff out_;
  const std::stop_token& stop_;
  double quantum_ = 1;
  Labelings labelings_;
};

}  // namespace

double least_change(double step_of_a_ns, double step_of_b_ns) {
  return std::max(kLeastChangeOfStep * std::min(step_of_a_ns, step_of_b_ns), kLeastChangeNs);
}

std::optional<double> MetricDiff::delta_pct() const {
  if (a == 0) return std::nullopt;
  return 100 * delta() / a;
}

std::string_view diff_status_name(DiffStatus status) {
  constexpr std::array kNames = {"same", "changed", "added", "removed"};
  return kNames[static_cast<std::size_t>(status)];
}

namespace {

std::string lacks_length() {
  return "has no events with a duration, so there is nothing to compare";
}

/// What the query selects, or else the steps; nullopt if the trace has none.
std::optional<RunSamples> asked_samples(const Snapshot& trace, const AlignQuery& query,
                                        std::optional<StepTiming> timing = std::nullopt) {
  if (query.step) return numbered_step(trace, *query.step, timing);
  if (!query.annotation.empty()) return annotation_samples(trace, query.annotation);
  return step_samples(trace, timing);
}

/// Steps that end on the host are no match for those of the other run that last until their GPU
/// work has ended; and where host work is compared, all end on the host.
void time_alike(const Snapshot& a, const Snapshot& b, const AlignQuery& query, AlignedRuns& runs) {
  if (runs.a.by != AlignBy::Steps) return;
  const bool of_gpu = has_gpu_work(a) && has_gpu_work(b);
  if (of_gpu && (runs.a.timing == StepTiming::Host) == (runs.b.timing == StepTiming::Host)) return;
  const StepTiming shared = of_gpu ? StepTiming::UntilNext : StepTiming::Host;
  const auto adapt = [&](const Snapshot& trace, RunSamples& run) {
    const bool differs = of_gpu ? run.timing == StepTiming::Host : run.timing != StepTiming::Host;
    if (!differs) return;
    if (auto samples = asked_samples(trace, query, shared)) run = std::move(*samples);
  };
  adapt(a, runs.a);
  adapt(b, runs.b);
}

}  // namespace

std::optional<std::string> cannot_align(const Snapshot& trace, const AlignQuery& query) {
  if (query.step) {
    if (numbered_step(trace, *query.step)) return std::nullopt;
    return "has no " + missing_step_text(trace, std::to_string(*query.step));
  }
  if (!query.annotation.empty()) {
    if (annotation_samples(trace, query.annotation)) return std::nullopt;
    return fmt::format("has fewer than two annotations named '{}'; give the full name",
                       query.annotation);
  }
  if (whole_sample(trace).samples.empty()) return lacks_length();
  return std::nullopt;
}

Result<AlignedRuns> align_runs(const Snapshot& a, const Snapshot& b, const AlignQuery& query) {
  for (const Snapshot* trace : {&a, &b}) {
    if (const auto why = cannot_align(*trace, query)) {
      const char* run = trace == &a ? "first" : "second";
      return Error{Error::Kind::Unsupported, fmt::format("the {} run {}", run, *why)};
    }
  }
  std::optional<RunSamples> of_a, of_b;
  if (!query.by_start) {
    of_a = asked_samples(a, query);
    of_b = asked_samples(b, query);
  }
  if (of_a && of_b) {
    AlignedRuns runs{std::move(*of_a), std::move(*of_b)};
    time_alike(a, b, query, runs);
    return runs;
  }
  return AlignedRuns{whole_sample(a), whole_sample(b)};
}

const RunPart* RunDiff::part_a(const DiffRow& row) const {
  return row.pair.a ? &a.parts[*row.pair.a] : nullptr;
}

const RunPart* RunDiff::part_b(const DiffRow& row) const {
  return row.pair.b ? &b.parts[*row.pair.b] : nullptr;
}

const RunPart& RunDiff::part(const DiffRow& row) const {
  return row.pair.a ? a.parts[*row.pair.a] : b.parts[*row.pair.b];
}

std::size_t RunDiff::significant_rows() const {
  return static_cast<std::size_t>(std::ranges::count(rows, true, &DiffRow::significant));
}

std::optional<double> RunDiff::shown_share_pct(double delta_ns) const {
  if (tested != 0 && !step.significant) return std::nullopt;
  return share_pct(delta_ns);
}

std::optional<double> RunDiff::share_pct(double delta_ns) const {
  if (step.delta() == 0) return std::nullopt;
  return 100 * delta_ns / step.delta();
}

RunDiff diff_runs(const AnalysisResults& a, const AnalysisResults& b, AlignedRuns runs,
                  PartLevel level, const std::stop_token& stop) {
  RunDiff diff = Differ(a, b, std::move(runs), level, stop).diff();
  diff.memory_advice = shared_advice(a.trace, b.trace, Recordable::Allocations);
  return diff;
}

}  // namespace lanescope
