#include "core/view/overview/breakdown_model.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/recorder.h"
#include "core/analysis/idle/words.h"
#include "core/base/text/ascii_case.h"
#include "core/base/time.h"
#include "core/view/colors/idle_look.h"
#include "core/view/colors/step_look.h"
#include "core/view/idle/cause_gaps.h"
#include "core/view/overview/host_overview.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kCompute =
    "Kernels compute; concurrent ones count once, and only inside the analyzed part. Any other "
    "work at that time is hidden.";
constexpr std::string_view kComm =
    "Communication runs and no kernel computes: the GPU waits for other ranks.";
constexpr std::string_view kMemory = "Copies or memsets run, and nothing computes or communicates.";
constexpr std::string_view kIdle = "Nothing runs on the GPU.";
constexpr std::string_view kEndsMissing =
    "Most GPU time is unknown because the file lacks the ends of GPU work";

double share_of(Ns part_ns, Ns whole_ns) {
  return whole_ns > 0 ? static_cast<double>(part_ns) / static_cast<double>(whole_ns) : 0;
}

/// Empty parts are omitted.
void add_part(BreakdownBar& bar, std::string_view title, std::string_view meaning,
              std::optional<ColorRole> role, Ns part_ns, bool is_idle = false,
              std::optional<IdleClass> cause = {}, std::optional<GapRef> gap = {}) {
  if (part_ns <= 0) return;
  const double share = share_of(part_ns, bar.span_ns);
  bar.parts.push_back({std::string(title), meaning, role, is_idle, cause, gap, part_ns, share,
                       format_duration(part_ns), format_share(share)});
}

struct IdleClasses {
  std::array<Ns, kIdleClasses> ns{};
  CauseGaps longest{};

  void add(const IdleClasses& other) {
    for (std::size_t c = 0; c < kIdleClasses; ++c)
      ns.at(c) = saturating_add(ns.at(c), other.ns.at(c));
    keep_longer(longest, other.longest);
  }
};

/// nullopt unless the classes add up to the device's idle time.
std::optional<IdleClasses> idle_classes(const IdleTime& idle, const GpuTimeDevice& time) {
  for (const IdleDevice& device : idle.devices) {
    if (device.device != time.device || device.total_ns != time.idle_ns) continue;
    IdleClasses classes{{}, cause_gaps(device)};
    for (std::size_t c = 0; c < kIdleClasses; ++c) classes.ns.at(c) = device.classes.at(c).ns;
    return classes;
  }
  return std::nullopt;
}

void add_idle(BreakdownBar& bar, Ns idle_ns, const std::optional<IdleClasses>& classes) {
  if (!classes) return add_part(bar, "idle", kIdle, std::nullopt, idle_ns, true);
  for (std::size_t c = 0; c < kIdleClasses; ++c) {
    const auto what = static_cast<IdleClass>(c);
    const auto& longest = classes->longest.at(c);
    add_part(bar, fmt::format("idle, {}", idle_class_title(what)), idle_class_meaning(what),
             look_of(what).role, classes->ns.at(c), true, what,
             longest ? std::optional(longest->gap) : std::nullopt);
  }
}

/// `unknown`: what time is called that is neither busy nor idle.
BreakdownBar bar_of(const GpuTimeDevice& time, const std::optional<IdleClasses>& idle,
                    std::string title, std::string_view unknown) {
  BreakdownBar bar;
  bar.device = time.device;
  bar.title = std::move(title);
  bar.span_ns = time.recorded_ns();
  bar.facts =
      fmt::format("busy {} of {}", format_share(time.busy_share()), format_duration(bar.span_ns));
  if (time.paused_ns > 0)
    bar.facts += fmt::format(", {} for {}", unknown, format_duration(time.paused_ns));
  add_part(bar, "compute", kCompute, ColorRole::Compute, time.compute_ns);
  add_part(bar, "exposed communication", kComm, ColorRole::Communication, time.exposed_comm_ns);
  add_part(bar, "exposed copies and memsets", kMemory, ColorRole::Copy, time.exposed_memory_ns);
  add_idle(bar, time.idle_ns, idle);
  return bar;
}

/// Busy parts first, then idle ones, each by their total over all devices, so the order is the same
/// in every bar.
void order_parts(Breakdown& breakdown) {
  std::map<std::string, Ns> totals;
  for (const BreakdownBar& bar : breakdown.bars) {
    for (const BreakdownPart& part : bar.parts) {
      Ns& total = totals[part.title];
      total = saturating_add(total, part.ns);
    }
  }
  const auto order = [&totals](BreakdownBar& bar) {
    const auto place = [&totals](const BreakdownPart& part) {
      return std::tuple(part.idle, -totals[part.title]);
    };
    std::ranges::stable_sort(bar.parts, {}, place);
  };
  for (BreakdownBar& bar : breakdown.bars) order(bar);
  order(breakdown.all);
}

/// Steps longer than this many medians are cut off; otherwise the others would be too low to read.
constexpr Ns kMostMedians = 3;
constexpr double kHeadroom = 1.15;
constexpr std::string_view kStepPrefix = "ProfilerStep#";

/// Makes a label of each step that no other step has: profiles of several parts repeat a number,
/// and other producers give all steps one name.
class StepLabels {
 public:
  StepLabels(const Snapshot& snapshot, std::span<const StepRow> rows) : snapshot_(snapshot) {
    one_name_ = rows.size() > 1 && std::ranges::all_of(rows, [&](const StepRow& row) {
                  return row.step.name == rows.front().step.name;
                });
  }

  /// Of the next step.
  std::string next(const StepRow& row) {
    ++position_;
    if (one_name_) return std::to_string(position_);
    const std::string_view name = snapshot_.text(row.step.name);
    std::string label(name.starts_with(kStepPrefix) ? name.substr(kStepPrefix.size()) : name);
    const std::size_t time = ++seen_[row.step.name];
    return time == 1 ? label : fmt::format("{} ({})", label, time);
  }

 private:
  const Snapshot& snapshot_;
  bool one_name_ = false;
  std::size_t position_ = 0;
  std::map<StringId, std::size_t> seen_;
};

StepColumn column_of(const Snapshot& snapshot, const StepRow& row, std::string label) {
  return {.event = row.step.event,
          .range = row.time(),
          .name = std::string(snapshot.text(row.step.name)),
          .label = std::move(label),
          .warm_up = row.warm_up,
          .paused = row.paused,
          .lossy = row.lossy,
          .outlier = row.outlier,
          .whole = row.whole,
          .host_ns = host_length_ns(snapshot, row.step),
          .classes_ns = row.classes_ns};
}

Ns chart_top(const StepColumns& columns) {
  Ns longest_ns = 1;
  for (const StepColumn& column : columns.columns)
    longest_ns = std::max(longest_ns, column.range.length_ns());
  if (columns.median_ns && *columns.median_ns > 0 && *columns.median_ns < kMaxNs / kMostMedians)
    longest_ns = std::min(longest_ns, *columns.median_ns * kMostMedians);
  return rounded_ns(std::min(static_cast<double>(longest_ns) * kHeadroom, 9.2e18));
}

std::string no_gpu_words(const Snapshot& snapshot) {
  const Recorder recorder = recorder_of(snapshot);
  if (recorder == Recorder::Lanescope)
    return "The recording has no GPU work; record on a machine with a GPU";
  if (recorder == Recorder::TorchProfiler)
    return "The trace has no GPU events; record with ProfilerActivity.CUDA on a machine with a GPU";
  return "The trace has no GPU events; " + std::string(advice_of(recorder, Recordable::GpuWork));
}

}  // namespace

Breakdown build_breakdown(const Snapshot& snapshot, const GpuTime& time, const IdleTime& idle) {
  Breakdown breakdown;
  if (time.devices.empty()) {
    breakdown.missing = unread_hint(snapshot);
    if (breakdown.missing.empty() && has_only_counters(snapshot))
      breakdown.missing = record_hint(snapshot, Recordable::GpuWork);
    if (!breakdown.missing.empty()) return breakdown;
    breakdown.missing = no_gpu_words(snapshot);
    return breakdown;
  }
  if (is_mostly_unknown(snapshot, time.devices)) {
    breakdown.missing = kEndsMissing;
    return breakdown;
  }
  const std::string_view unknown = has_unended_work(snapshot) ? "unknown" : "paused";
  std::optional<IdleClasses> all_classes = IdleClasses{};
  for (const GpuTimeDevice& device : time.devices) {
    const auto classes = idle_classes(idle, device);
    if (!classes) all_classes.reset();
    if (all_classes) all_classes->add(*classes);
    breakdown.bars.push_back(
        bar_of(device, classes, device_title(snapshot, device.device), unknown));
  }
  breakdown.all = bar_of(total_gpu_time(time), all_classes, "All GPUs", unknown);
  order_parts(breakdown);
  return breakdown;
}

Breakdown breakdown_insight(const AnalysisResults& in) {
  Breakdown breakdown = build_breakdown(in.trace, *in.of<GpuTime>(), *in.of<IdleTime>());
  if (!breakdown.bars.empty()) return breakdown;
  BreakdownBar bar = host_bar(in.trace, *in.of<HostTime>());
  if (bar.parts.empty()) return breakdown;
  breakdown.missing.clear();
  breakdown.all = bar;
  breakdown.bars.push_back(std::move(bar));
  return breakdown;
}

StepColumns step_columns(const Snapshot& snapshot, const StepTable& steps, std::size_t most) {
  StepColumns out;
  out.sums.fill(0);
  if (steps.rows.empty() || most == 0) return out;
  const bool any_steady = steps.has_steady();
  if (any_steady) out.median_ns = rounded_ns(steps.spread_ns.median);
  const std::size_t each = (steps.rows.size() + most - 1) / most;
  StepLabels labels(snapshot, steps.rows);
  for (std::size_t i = 0; i < steps.rows.size(); ++i) {
    const StepRow& row = steps.rows[i];
    if (!any_steady || steps.is_steady(row)) {
      for (std::size_t c = 0; c < kStepClasses; ++c)
        out.sums[c] = saturating_add(out.sums[c], row.classes_ns[c]);
    }
    std::string label = labels.next(row);
    if (i % each == 0) {
      out.columns.push_back(column_of(snapshot, row, std::move(label)));
      continue;
    }
    StepColumn& column = out.columns.back();
    const std::size_t together = column.steps + 1;
    if (row.time().length_ns() > column.range.length_ns())
      column = column_of(snapshot, row, std::move(label));
    column.steps = together;
  }
  out.top_ns = chart_top(out);
  return out;
}

std::vector<std::pair<std::string, std::string>> step_facts(const StepColumn& column,
                                                            std::optional<Ns> median_ns) {
  std::vector<std::pair<std::string, std::string>> facts;
  const Ns length_ns = column.range.length_ns();
  if (column.steps > 1) facts.emplace_back("Longest of", fmt::format("{} steps", column.steps));
  facts.emplace_back("Time", format_duration(length_ns));
  if (column.host_ns) facts.emplace_back("On the host", format_duration(*column.host_ns));
  if (median_ns && *median_ns > 0) {
    const double ratio = static_cast<double>(length_ns) / static_cast<double>(*median_ns);
    facts.emplace_back("% of median", format_share(ratio));
  }
  if (!column.whole || column.warm_up || column.paused || column.lossy || column.outlier) {
    facts.emplace_back("Note", !column.whole    ? "ends after the selected range"
                               : column.warm_up ? "warm-up"
                               : column.paused  ? "the recording was paused"
                               : column.lossy   ? "records of it were lost"
                                                : "far longer than the others");
  }
  for (std::size_t c = 0; c < kStepClasses; ++c) {
    if (column.classes_ns[c] <= 0) continue;
    facts.emplace_back(capitalized(step_class_title(static_cast<StepClass>(c))),
                       format_duration(column.classes_ns[c]));
  }
  return facts;
}

}  // namespace lanescope
