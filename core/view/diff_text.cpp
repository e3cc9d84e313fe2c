#include "core/view/diff_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/analysis/statistics.h"
#include "core/base/utf8.h"
#include "core/view/distinct_names.h"
#include "core/view/idle_text.h"
#include "core/view/short_name.h"
#include "core/view/time_text.h"

namespace lanescope {
namespace {

constexpr double kLeastShare = 10;     // per cent of the step's change
constexpr double kLeastOfStep = 0.01;  // of the step itself, where that did not really change
constexpr std::size_t kMostCauses = 3;
constexpr std::size_t kLongestName = 60;  // bytes

std::string duration(double ns) {
  return format_duration(rounded_ns(ns));
}

std::string_view subject(const RunDiff& diff) {
  return diff.runs.a.by == AlignBy::Start ? "The recording" : "Step time";
}

std::string steps_text(const RunDiff& diff) {
  return fmt::format("{} and {} {}", diff.runs.a.samples.size(), diff.runs.b.samples.size(),
                     samples_word(diff.runs.a.by));
}

std::string confidence(const RunDiff& diff) {
  const MetricDiff& step = diff.step;
  if (diff.runs.a.by == AlignBy::Start) return "one of each, so not tested";
  if (!step.p) return steps_text(diff) + ", not tested";
  std::string text;
  if (step.shift && step.significant) {
    text = fmt::format("95 % sure of {} to {}, ", signed_duration(step.shift->low),
                       signed_duration(step.shift->high));
  }
  return text + fmt::format("p {:.3g}, {}", *step.p, steps_text(diff));
}

std::string cause_name(const DiffCause& cause) {
  return utf8_head(cause.name, kLongestName) + (cause.idle ? " (idle)" : "");
}

/// Of a step that moved.
std::string shares_text(const RunDiff& diff) {
  std::string text;
  for (const DiffCause& cause : causes_of(diff)) {
    text += fmt::format("{}{}{} {:.0f} %", text.empty() ? ": " : ", ", cause_name(cause),
                        text.empty() ? " explains" : "", cause.share_pct.value_or(0));
  }
  return text;
}

/// Of a step of which that can not be said.
std::string changes_text(const RunDiff& diff) {
  std::string text;
  for (const DiffCause& cause : causes_of(diff)) {
    text += fmt::format("{}{} {}", text.empty() ? "; what changed is " : ", ", cause_name(cause),
                        signed_duration(cause.delta_ns));
  }
  return text;
}

}  // namespace

bool tells_operators(const RunDiff& by_op) {
  return std::ranges::any_of(
      by_op.rows, [&](const DiffRow& row) { return by_op.part(row).kind == PartKind::Op; });
}

std::string part_title(const RunPart& part) {
  if (part.kind == PartKind::Module && part.name.empty()) return "(no module)";
  const std::string name = short_name(part.name);
  return part.shapes.empty() ? name : name + " " + part.shapes;
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
  return (whole > 0 ? "+" : "−") + format_duration(whole > 0 ? whole : -whole);
}

std::string format_change_pct(double percent) {
  const double rounded = std::round(10 * percent) / 10;
  const char* sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "±";
  return fmt::format("{}{:.1f} %", sign, std::abs(rounded));
}

std::vector<DiffCause> causes_of(const RunDiff& diff) {
  const bool tested = diff.tested != 0;
  const bool moved =
      std::abs(diff.step.delta()) >= diff.least_change_ns && (diff.step.significant || !tested);
  std::vector<DiffCause> causes;
  const auto add = [&](std::string name, double delta_ns, bool significant, bool idle) {
    const auto share = diff.share_pct(delta_ns);
    if (tested && !significant) return;
    if (moved ? share.value_or(0) < kLeastShare : std::abs(delta_ns) < kLeastOfStep * diff.step.a) {
      return;
    }
    causes.push_back({std::move(name), delta_ns, share, idle});
  };
  const std::vector<std::string> titles = row_titles(diff);
  for (std::size_t i = 0; i < diff.rows.size(); ++i) {
    add(titles[i], diff.rows[i].delta_ns(), diff.rows[i].significant, false);
  }
  for (std::size_t i = 0; i < kIdleClasses; ++i) {
    const MetricDiff& metric = diff.classes[i];
    add(std::string(idle_class_title(static_cast<IdleClass>(i))), metric.delta(),
        metric.significant, true);
  }
  std::ranges::stable_sort(causes, std::greater<>(),
                           [](const DiffCause& cause) { return std::abs(cause.delta_ns); });
  if (causes.size() > kMostCauses) causes.resize(kMostCauses);
  return causes;
}

std::string diff_sentence(const RunDiff& diff) {
  const MetricDiff& step = diff.step;
  if (step.delta() == 0 && diff.significant_rows() == 0) {
    return fmt::format("{} is the same in both, {} ({}).", subject(diff), duration(step.a),
                       confidence(diff));
  }
  const bool small = std::abs(step.delta()) < diff.least_change_ns;
  if (small || (step.p && !step.significant)) {
    return fmt::format(
        "{}: {} is {} and {} ({}, {}){}.", small ? "About the same" : "Too close to tell",
        diff.runs.a.by == AlignBy::Start ? "the recording" : "the step time", duration(step.a),
        duration(step.b), format_change_pct(step.delta_pct().value_or(0)), confidence(diff),
        changes_text(diff));
  }
  const bool start = diff.runs.a.by == AlignBy::Start;
  const std::string_view moved =
      step.delta() > 0 ? (start ? "got longer by" : "rose") : (start ? "got shorter by" : "fell");
  return fmt::format("{} {} {:.1f} %, from {} to {} ({}){}.", subject(diff), moved,
                     std::abs(step.delta_pct().value_or(0)), duration(step.a), duration(step.b),
                     confidence(diff), shares_text(diff));
}

}  // namespace lanescope
