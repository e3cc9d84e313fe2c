#include "core/view/results/diff_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/minus.h"
#include "core/compare/part_names.h"
#include "core/view/results/diff_causes.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr double kMostShare = 100.5;  // percent that parts may explain together, rounded
constexpr double kLongStep = 1.5;     // times the median
constexpr std::size_t kManySamples = 30;
constexpr std::string_view kEllipsis = "…";

std::string duration(double ns) {
  return format_duration(rounded_ns(ns));
}

bool has_one_each(const RunDiff& diff) {
  return diff.runs.a.samples.size() == 1 && diff.runs.b.samples.size() == 1;
}

/// "Mean step time", or "Step time" where there is only one of each to take a mean of.
std::string subject(const RunDiff& diff) {
  if (diff.runs.a.by == AlignBy::Start) return "Recording length";
  std::string time(compared_time(diff.runs));
  if (!has_one_each(diff)) return "Mean " + time;
  return capitalized(time);
}

/// The same within a sentence.
std::string inner_subject(const RunDiff& diff) {
  if (diff.runs.a.by == AlignBy::Start) return "the recording length";
  return fmt::format("the {}{}", has_one_each(diff) ? "" : "mean ", compared_time(diff.runs));
}

std::string_view one_each(AlignBy by) {
  if (by == AlignBy::Start) return "one recording each";
  return by == AlignBy::Steps ? "one step each" : "one range each";
}

std::string steps_text(const RunDiff& diff) {
  const std::string on_gpu = gpu_timing_text(diff.runs);
  const std::string end = on_gpu.empty() ? "" : ", " + on_gpu;
  if (has_one_each(diff)) return std::string(one_each(diff.runs.a.by)) + end;
  return fmt::format("{} and {} {}{}", diff.runs.a.samples.size(), diff.runs.b.samples.size(),
                     samples_word(diff.runs.a.by), end);
}

std::string confidence(const RunDiff& diff) {
  const MetricDiff& step = diff.step;
  if (!step.p) return steps_text(diff) + "; not tested";
  std::string text;
  if (step.shift && step.significant) {
    // The interval is that of the Hodges-Lehmann shift, which a few odd steps do not affect, as
    // they do the mean.
    const bool of_mean = step.delta() >= step.shift->low && step.delta() <= step.shift->high;
    if (!of_mean) text = fmt::format("typical step {}, ", signed_duration(step.shift->shift));
    text += fmt::format("95 % CI {} to {}, ", signed_duration(step.shift->low),
                        signed_duration(step.shift->high));
  }
  return text + fmt::format("p {:.3g}, {}", *step.p, steps_text(diff));
}

/// The longest step of a run, as a multiple of its median.
struct LongestStep {
  const char* run = "";
  double of_median = 0;
};

LongestStep longest_step(const RunDiff& diff) {
  LongestStep longest;
  for (const auto& [name, run] : {std::pair("A", &diff.a), std::pair("B", &diff.b)}) {
    const double median = median_of({run->recorded_ns.begin(), run->recorded_ns.end()});
    const auto most = static_cast<double>(std::ranges::max(run->recorded_ns));
    if (median > 0 && most / median > longest.of_median) longest = {name, most / median};
  }
  return longest;
}

/// The median step, which a single slow step does not affect.
std::string medians_text(const RunDiff& diff) {
  const auto median = [](const RunParts& run) {
    return duration(median_of({run.recorded_ns.begin(), run.recorded_ns.end()}));
  };
  if (!diff.step.p) return {};
  const LongestStep longest = longest_step(diff);
  return fmt::format(", medians {} and {}{}", median(diff.a), median(diff.b),
                     longest.of_median < kLongStep
                         ? ""
                         : fmt::format(", one step of {} takes {:.1f} × its median", longest.run,
                                       longest.of_median));
}

/// With this many steps, a difference that is not significant would not be with more.
bool more_samples_would_tell(const RunDiff& diff) {
  return std::min(diff.runs.a.samples.size(), diff.runs.b.samples.size()) < kManySamples;
}

std::string times_text(const std::vector<DiffCause>& causes) {
  std::string text;
  for (const DiffCause& cause : causes) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", cause_name(cause),
                        signed_duration(cause.delta_ns));
  }
  return text;
}

/// Whether most steps changed but the mean does not show it, because of a single slow step.
bool typical_step_moved(const RunDiff& diff) {
  const MetricDiff& step = diff.step;
  return step.shift && step.shift->low * step.shift->high > 0 &&
         std::abs(step.shift->shift) >= diff.least_change_ns &&
         longest_step(diff).of_median >= kLongStep;
}

/// The busy and the idle half of the change: parts that offset each other, and idle time in several
/// classes, hide how large each half is.
std::string halves_text(const RunDiff& diff) {
  const bool of_gpu = diff.a.of_gpu && diff.b.of_gpu;
  std::vector<DiffCause> halves;
  const auto add = [&](const MetricDiff& half, const char* name) {
    const auto share = diff.share_pct(half.delta());
    if (std::abs(share.value_or(0)) >= kLeastShare)
      halves.push_back(
          {.name = name, .delta_ns = half.delta(), .share_pct = share, .brief_name = name});
  };
  add(diff.idle, of_gpu ? "GPU idle" : "outside operators");
  add(diff.busy, of_gpu ? "GPU busy" : "operators");
  std::ranges::stable_sort(halves, std::greater<>(),
                           [](const DiffCause& half) { return std::abs(half.delta_ns); });
  return times_text(halves);
}

/// For a step that significantly changed.
std::string shares_text(const RunDiff& diff) {
  const auto [causes, offsets] = explaining_parts(diff);
  if (causes.empty()) return {};
  if (!offsets.empty()) {
    // What goes the way of the whole comes first even if no part is as large as what offsets it:
    // in a narrow window the rest is cut off.
    const bool largest = std::abs(causes.front().delta_ns) >= std::abs(offsets.front().delta_ns);
    const std::string_view parts = largest                 ? "parts"
                                   : diff.step.delta() < 0 ? "decreases"
                                                           : "increases";
    return fmt::format("{}; the largest {} are {}, partly offset by {}", halves_text(diff), parts,
                       times_text(causes), times_text(offsets));
  }
  double sum = 0;
  for (const DiffCause& cause : causes) sum += cause.share_pct.value_or(0);
  if (sum > kMostShare) return times_text(causes);
  std::string text;
  for (const DiffCause& cause : causes) {
    text += fmt::format("{}{}{} {:.0f} %", text.empty() ? "" : ", ", cause_name(cause),
                        text.empty() ? " explains" : "", cause.share_pct.value_or(0));
  }
  return text;
}

/// `joint` is between the conclusion and the parts, `last` after both.
/// Without the arguments after the last tensor: "[[8192, 7168]]" of "[[8192, 7168], [], []]".
std::string without_last_empty_shapes(std::string shapes) {
  constexpr std::string_view kLastEmpty = ", []]", kOnlyEmpty = "[[]]";
  while (shapes.ends_with(kLastEmpty)) shapes.erase(shapes.size() - kLastEmpty.size(), 4);
  return shapes == kOnlyEmpty ? "" : shapes;
}

DiffWords composed(std::string brief, std::string conclusion, std::string_view joint,
                   std::string parts, std::string_view last = "") {
  std::string sentence = conclusion;
  if (!parts.empty()) sentence += std::string(joint) + parts;
  sentence += "." + std::string(last);
  return {std::move(brief), std::move(conclusion), std::move(parts), std::move(sentence)};
}

constexpr std::string_view kChanges = "; changes: ";  // of a step that did not clearly change

constexpr double kMostPercent = 1000;  // larger increases are given as a factor

/// "11.0", for an increase by 1000 %.
std::string factor_text(double percent) {
  const double factor = 1 + percent / 100;
  return factor < 100 ? fmt::format("{:.1f}", factor) : format_count(rounded_ns(factor));
}

/// "+12.4 % step time", "25.0 × step time".
std::string brief_change(std::string_view what, double percent) {
  if (percent > kMostPercent) return fmt::format("{} × {}", factor_text(percent), what);
  return fmt::format("{} {}", format_change_pct(percent), what);
}

/// "rose 12.4 %", "fell 6.7 %", "rose by a factor of 25.0".
std::string moved_text(double percent) {
  if (percent > kMostPercent) return "rose by a factor of " + factor_text(percent);
  return fmt::format("{} {:.1f} %", percent > 0 ? "rose" : "fell", std::abs(percent));
}

/// For a step whose mean alone is inconclusive.
DiffWords typical_words(const RunDiff& diff) {
  const double a = median_of({diff.a.recorded_ns.begin(), diff.a.recorded_ns.end()});
  const double b = median_of({diff.b.recorded_ns.begin(), diff.b.recorded_ns.end()});
  const LongestStep longest = longest_step(diff);
  std::string conclusion = fmt::format(
      "Median {} {} {:.1f} %, from {} to {} (95 % CI {} to {}, {}). The change of the "
      "mean, {} to {}, is not significant (p {:.3g}), because one step of {} takes {:.1f} × its "
      "median",
      compared_time(diff.runs), b > a ? "rose" : "fell", 100 * std::abs(b - a) / a, duration(a),
      duration(b), signed_duration(diff.step.shift->low), signed_duration(diff.step.shift->high),
      steps_text(diff), duration(diff.step.a), duration(diff.step.b), diff.step.p.value_or(1),
      longest.run, longest.of_median);
  return composed(
      brief_change(fmt::format("median {}", compared_time(diff.runs)), 100 * (b - a) / a),
      std::move(conclusion), kChanges, times_text(causes_of(diff)));
}

/// For a step whose change is small or not significant.
DiffWords unclear_words(const RunDiff& diff, bool small) {
  const MetricDiff& step = diff.step;
  const std::string_view verdict = small ? "About the same" : "Not significant";
  const std::string_view brief = diff.runs.a.by == AlignBy::Start ? "recording length"
                                 : small                          ? "(about the same)"
                                                                  : "(not significant)";
  std::string conclusion = fmt::format("{}: {} is {} in A and {} in B ({}, {}{})", verdict,
                                       inner_subject(diff), duration(step.a), duration(step.b),
                                       format_change_pct(step.delta_pct().value_or(0)),
                                       confidence(diff), medians_text(diff));
  const bool more = !small && more_samples_would_tell(diff);
  return composed(brief_change(brief, step.delta_pct().value_or(0)), std::move(conclusion),
                  kChanges, times_text(causes_of(diff)),
                  more ? " Record more steps to find out." : "");
}

DiffWords change_words(const RunDiff& diff) {
  const MetricDiff& step = diff.step;
  const std::string_view what =
      diff.runs.a.by == AlignBy::Start ? "recording length" : compared_time(diff.runs);
  if (step.delta() == 0 && diff.significant_rows() == 0) {
    std::string parts = times_text(causes_of(diff));  // they make up for each other
    std::string brief = parts.empty() ? "No change" : brief_change(what, 0);
    return composed(std::move(brief),
                    fmt::format("{} is the same in both, {} ({})", subject(diff), duration(step.a),
                                confidence(diff)),
                    kChanges, std::move(parts));
  }
  if (step.p && !step.significant && typical_step_moved(diff)) return typical_words(diff);
  const bool small = std::abs(step.delta()) < diff.least_change_ns;
  if (small || (step.p && !step.significant)) return unclear_words(diff, small);
  const double percent = step.delta_pct().value_or(0);
  return composed(brief_change(what, percent),
                  fmt::format("{} {}, from {} to {} ({})", subject(diff), moved_text(percent),
                              duration(step.a), duration(step.b), confidence(diff)),
                  ": ", shares_text(diff));
}

}  // namespace

std::string_view compared_time(const AlignedRuns& runs) {
  switch (runs.a.by) {
    case AlignBy::Steps:
      return runs.a.timing == StepTiming::Host && runs.b.timing == StepTiming::Host
                 ? "host step time"
                 : "step time";
    case AlignBy::Annotation:
      return "range duration";
    case AlignBy::Start:
      break;
  }
  return "duration";
}

std::string gpu_timing_text(const AlignedRuns& runs) {
  const bool a = runs.a.timed_on_gpu(), b = runs.b.timed_on_gpu();
  if (a && b) return "timed on the GPU";
  return a ? "A timed on the GPU" : b ? "B timed on the GPU" : "";
}

std::string step_timing_words(const AlignedRuns& runs) {
  if (runs.a.by != AlignBy::Steps) return {};
  constexpr std::array<std::string_view, 3> kWays = {
      "from the start to the end of its ProfilerStep on the host",
      "until the next step begins, the last until its GPU work ends",
      "on the GPU, from its first kernel to the first of the next step, because the host runs far "
      "ahead; the lanes show it on the host"};
  const auto way = [&](const RunSamples& run) {
    return kWays[static_cast<std::size_t>(run.timing)];
  };
  if (runs.a.timing == runs.b.timing) return fmt::format("A step is timed {}.", way(runs.a));
  return fmt::format("A step of A is timed {}. A step of B is timed {}.", way(runs.a), way(runs.b));
}

std::string busy_words(const RunDiff& diff) {
  if (!diff.a.of_gpu) return "Operators: their self time on the thread that runs the steps.";
  const bool by_steps = diff.runs.a.by == AlignBy::Steps;
  std::string words =
      "GPU busy: the part of that time in which at least one kernel, copy or memset runs, as in "
      "the "
      "Overview";
  if (by_steps) words += ", whichever step launched it";
  if (diff.a.gpus > 1 || diff.b.gpus > 1) words += "; the mean of the GPUs";
  words += ".";
  if (by_steps && diff.runs.a.timing == StepTiming::Host)
    words += " Work that runs after the last step has ended on the host is in none.";
  return words;
}

bool tells_operators(const RunDiff& by_op) {
  return std::ranges::any_of(
      by_op.rows, [&](const DiffRow& row) { return by_op.part(row).kind == PartKind::Op; });
}

std::string part_name(const RunPart& part) {
  return part.collective.empty() ? short_name(part.name) : part.collective + group_note(part);
}

std::string part_title(const RunPart& part) {
  if (part.kind == PartKind::Module && part.name.empty()) return "(no module)";
  if (part.collective.empty()) return named_apart(short_name(part.name), part);
  const std::string shapes = without_last_empty_shapes(part.shapes);
  return part.collective + (shapes.empty() ? "" : " " + shapes) + group_note(part);
}

std::vector<std::string> row_titles(const RunDiff& diff) {
  std::vector<std::string> titles;
  std::vector<std::string_view> names;
  for (const DiffRow& row : diff.rows) {
    titles.push_back(part_title(diff.part(row)));
    names.push_back(diff.part(row).name);
  }
  tell_apart(titles, names);
  return titles;
}

std::string signed_duration(double ns) {
  const auto whole = rounded_ns(ns);
  if (whole == 0) return "±0 ns";
  return (whole > 0 ? "+" : kMinus) + format_duration(whole > 0 ? whole : -whole);
}

std::string format_change_pct(double percent) {
  const double rounded = std::round(10 * percent) / 10;
  const char* sign = rounded > 0 ? "+" : rounded < 0 ? kMinus : "±";
  return fmt::format("{}{:.1f} %", sign, std::abs(rounded));
}

std::string format_share_pct(double percent) {
  const double rounded = std::round(10 * percent) / 10;
  return fmt::format("{}{:.1f} %", rounded < 0 ? kMinus : "", std::abs(rounded));
}

std::optional<std::string> shown_share_text(const RunDiff& diff, double delta_ns) {
  const auto share = diff.shown_share_pct(delta_ns);
  return share ? std::optional(format_share_pct(*share)) : std::nullopt;
}

std::string whole_parts(const std::string& parts,
                        const std::function<bool(std::string_view)>& fits) {
  if (fits(parts)) return parts;
  std::string fitting;
  int depth = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] == '[') ++depth;
    if (parts[i] == ']') --depth;
    // The end of a name that is cut, whose brackets stay open.
    if (std::string_view(parts).substr(i).starts_with(kEllipsis)) depth = 0;
    if (depth != 0 || (parts[i] != ',' && parts[i] != ';')) continue;
    std::string longer = parts.substr(0, i) + " …";
    if (!fits(longer)) break;
    fitting = std::move(longer);
  }
  return fitting.empty() ? parts : fitting;
}

DiffWords diff_words(const RunDiff& diff) {
  DiffWords words = change_words(diff);
  if (!diff.without_gpu.empty()) {
    words.sentence = fmt::format("{} has no GPU events, so host work is compared. {}",
                                 diff.without_gpu, words.sentence);
  }
  return words;
}

std::string diff_sentence(const RunDiff& diff) {
  return diff_words(diff).sentence;
}

}  // namespace lanescope
