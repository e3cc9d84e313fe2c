#include "core/view/overview/breakdown_figures.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/launch/early_work.h"
#include "core/base/text/utf8.h"
#include "core/base/time.h"
#include "core/view/idle/cause_gaps.h"
#include "core/view/overview/host_overview.h"
#include "core/view/overview/missing_figures.h"
#include "core/view/text/idle_text.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::int64_t kCpuMemory = 0;  // c10::DeviceType
constexpr std::size_t kMostNameBytes = 28;
constexpr Ns kLeastIdleCause = 100;  // 1 in this many: smaller causes are not shown

std::string shortened(std::string_view text) {
  return utf8_head(text, kMostNameBytes);
}

std::string share_text(Ns part_ns, Ns whole_ns) {
  return format_share(static_cast<double>(part_ns) / static_cast<double>(whole_ns));
}

/// "47.15 ms on the host" for a step that ends later on the GPU; otherwise empty.
std::string host_note(const Snapshot& snapshot, const StepRow& row) {
  const auto host_ns = host_length_ns(snapshot, row.step);
  return host_ns ? format_duration(*host_ns) + " on the host" : "";
}

constexpr std::string_view kGpuStepTime =
    "Median time from the first kernel of a step to that of the next, or for the last one to the "
    "end of its GPU work: the host runs far ahead of the GPU, so the start of a step on the host "
    "says little. Excludes warm-up steps and steps in which the recording was paused. Below: "
    "shortest and longest.";
constexpr std::string_view kStepTime =
    "Median time from the start of a step to the start of the next, or for the last one to the end "
    "of its GPU work. Excludes warm-up steps, steps in which the recording was paused, and those "
    "that the selected range cuts. Below: shortest and longest.";

std::optional<KeyFigure> step_time(const Snapshot& snapshot, const StepTable& steps) {
  if (steps.cuts_all_steps())
    return KeyFigure{"Step time", "n/a", std::string(kNoWholeStep), kStepTime, "Steps"};
  const auto steady =
      std::ranges::find_if(steps.rows, [&](const StepRow& row) { return steps.is_steady(row); });
  if (steady == steps.rows.end()) return std::nullopt;
  const SampleSpread& spread = steps.spread_ns;
  const bool several = std::any_of(steady + 1, steps.rows.end(),
                                   [&](const StepRow& row) { return steps.is_steady(row); });
  std::string note;
  if (spread.max > spread.min) {
    note = fmt::format("{} to {}", format_duration(rounded_ns(spread.min)),
                       format_duration(rounded_ns(spread.max)));
  } else if (!several) {
    note = host_note(snapshot, *steady);
  }
  const bool on_gpu = steps.timed_on_gpu();
  const std::string_view title = on_gpu    ? "Median GPU step time"
                                 : several ? "Median step time"
                                           : "Step time";
  return KeyFigure{title, format_duration(rounded_ns(spread.median)), std::move(note),
                   on_gpu ? kGpuStepTime : kStepTime, "Steps"};
}

void add_gpu_figures(const GpuTime& time, KeyFigures& figures) {
  const GpuTimeDevice sums = total_gpu_time(time);
  const Ns recorded_ns = sums.recorded_ns();
  if (recorded_ns <= 0) return;
  KeyFigure busy{"GPU busy", format_share(sums.busy_share()), "", {}, "Kernels"};
  busy.note = time.devices.size() > 1 ? fmt::format("mean of {} GPUs", time.devices.size())
                                      : "of " + format_duration(recorded_ns);
  busy.meaning =
      "Share of the recorded time in which at least one kernel, copy or memset runs on the GPU; "
      "excludes pauses of the recording. A busy GPU may merely be waiting in a collective; see "
      "exposed communication.";
  figures.push_back(busy);
  if (sums.total_comm_ns > 0) {
    figures.push_back({"Exposed communication", share_text(sums.exposed_comm_ns, recorded_ns),
                       share_text(sums.total_comm_ns - sums.exposed_comm_ns, sums.total_comm_ns) +
                           " of comm hidden",
                       "Share of the time in which communication runs and no kernel computes; "
                       "below: the share of all communication that is hidden behind kernels.",
                       "Kernels"});
  }
  if (sums.total_memory_ns > 0) {
    figures.push_back({"Exposed copies and memsets",
                       share_text(sums.exposed_memory_ns, recorded_ns),
                       format_duration(sums.exposed_memory_ns),
                       "Share of the time in which only copies and memsets run.", ""});
  }
}

/// The steps to divide by; 0 if there are none, or none is whole.
std::size_t steps_in(const StepTable& steps) {
  return steps.cuts_all_steps() ? 0 : steps.rows.size();
}

std::optional<KeyFigure> kernel_count(const Snapshot& snapshot, const KernelTable& kernels,
                                      const StepTable& steps, std::uint64_t early) {
  if (kernels.rows.empty()) return std::nullopt;
  std::uint64_t count = 0;
  Ns total_ns = 0;
  for (const KernelRow& row : kernels.rows) {
    count += row.count;
    total_ns = saturating_add(total_ns, row.total_ns);
  }
  const std::uint64_t rounds = std::max<std::uint64_t>(1, steps_in(steps));
  std::string note =
      "mean " + format_duration(total_ns / static_cast<Ns>(std::max<std::uint64_t>(1, count)));
  if (has_unended_work(snapshot)) note.clear();  // nobody knows the mean
  if (early > 0) note = count_text(early) + " launched before recording";
  return KeyFigure{
      steps_in(steps) == 0 ? "Kernels" : "Kernels per step",
      count_text((count + rounds / 2) / rounds), std::move(note),
      "Kernels in the analyzed window, excluding copies and memsets: of a selected range, those "
      "that overlap it; otherwise, those that start in it; below: their mean duration, or how many "
      "of them were launched before the recording began. Those belong to an "
      "earlier step, but count where they run. Many short kernels can make a step launch-bound.",
      "Kernels"};
}

std::optional<KeyFigure> launch_time(const LaunchTable& launches, const StepTable& steps) {
  const std::uint64_t calls = launches.total.calls;
  if (calls == 0) return std::nullopt;
  const std::uint64_t rounds = std::max<std::size_t>(1, steps_in(steps));
  const std::string count = count_text((calls + rounds / 2) / rounds);
  return KeyFigure{
      "Launch overhead", format_duration(rounded_ns(launches.median_call_ns)),
      fmt::format("median · {} {}", count, steps_in(steps) == 0 ? "calls" : "calls per step"),
      "Median time that the CPU spends in a launch call; below: the number of calls, per step if "
      "there are steps. Not the mean: a call that waits for a full launch queue, or a copy that "
      "blocks, takes far longer. Kernels shorter than their launches leave the GPU waiting.",
      ""};
}

/// The largest cause of idle time, named as in the bars, with the responsible code if the cause is
/// on the host.
std::optional<KeyFigure> idle_cause(const Snapshot& snapshot, const IdleTime& idle) {
  constexpr std::string_view kMeaning =
      "Share of the whole time that the GPU was idle for the largest single cause, named below; "
      "not "
      "a share of the idle time. Click to go to the gap in which it cost the most time; \"Next "
      "with "
      "same name\" then goes to the next gap of this cause.";
  constexpr std::string_view kMeaningOfClick =
      "Share of the whole time that the GPU was idle for the largest single cause, named below; "
      "not "
      "a share of the idle time. Click to go to the code that ran for most of that time instead of "
      "launching.";
  std::array<Ns, kIdleClasses> of_class{};
  CauseGaps longest{};
  Ns span_ns = 0;
  for (const IdleDevice& device : idle.devices) {
    span_ns = saturating_add(span_ns, device.recorded_ns());
    keep_longer(longest, cause_gaps(device));
    for (std::size_t c = 0; c < kIdleClasses; ++c)
      of_class[c] = saturating_add(of_class[c], device.classes[c].ns);
  }
  const auto most = std::ranges::max_element(of_class);
  if (*most <= 0 || span_ns <= 0 || *most < span_ns / kLeastIdleCause) return std::nullopt;
  const auto what = static_cast<IdleClass>(most - of_class.begin());
  const IdleCulprit* worst = nullptr;
  for (const IdleDevice& device : idle.devices) {
    for (const IdleCulprit& culprit : device.culprits) {
      if (culprit.what != what || what == IdleClass::DeviceWait || what == IdleClass::Unlinked)
        continue;
      if (worst == nullptr || culprit.total.ns > worst->total.ns) worst = &culprit;
    }
  }
  KeyFigure figure{"Largest idle cause", share_text(*most, span_ns),
                   std::string(idle_class_title(what)), kMeaning, ""};
  if (const auto& gap = longest.at(static_cast<std::size_t>(what))) figure.gap = gap->gap;
  if (worst == nullptr) return figure;
  if (worst->name != StringId::Empty) {
    const std::string name = short_name(snapshot.text(worst->name));
    figure.note = shortened(fmt::format("{}: {}", figure.note, name));
  }
  figure.event = worst->event;
  if (figure.event != EventId::None) figure.meaning = kMeaningOfClick;
  return figure;
}

std::optional<KeyFigure> peak_memory(const MemoryTable& memory) {
  const MemoryDevice* highest = nullptr;
  for (const MemoryDevice& device : memory.devices) {
    if (!device.peak_at_ns || device.device_type == kCpuMemory) continue;
    if (highest == nullptr || device.peak_allocated > highest->peak_allocated) highest = &device;
  }
  if (highest == nullptr) return std::nullopt;
  const bool knows_reserved = highest->peak_reserved > 0;  // only of PyTorch's allocator
  return KeyFigure{
      "Peak memory", format_bytes(highest->peak_allocated),
      knows_reserved ? format_bytes(highest->peak_reserved) + " reserved" : std::string(),
      knows_reserved        ? "Most memory that PyTorch's allocator had allocated on one GPU; "
                              "below: the most it had reserved."
      : highest->has_totals ? "Most memory that the program's allocator had allocated on one GPU."
                            : "Most memory allocated since the trace started; earlier allocations "
                              "are not in the trace.",
      "Memory"};
}

}  // namespace

KeyFigures build_key_figures(const Snapshot& snapshot, const FigureSources& sources) {
  KeyFigures figures;
  const auto add = [&](std::optional<KeyFigure> figure) {
    if (figure) figures.push_back(std::move(*figure));
  };
  add(step_time(snapshot, sources.steps));
  add_missing_figures(snapshot, figures);
  if (!is_mostly_unknown(snapshot, sources.gpu_time.devices)) {
    add_gpu_figures(sources.gpu_time, figures);
    add(idle_cause(snapshot, sources.idle));
  }
  add(kernel_count(snapshot, sources.kernels, sources.steps, sources.early_kernels));
  add(launch_time(sources.launches, sources.steps));
  add(peak_memory(sources.memory));
  return figures;
}

KeyFigures key_figures_insight(const AnalysisResults& in) {
  KeyFigures figures =
      build_key_figures(in.trace, {*in.of<GpuTime>(), *in.of<StepTable>(), *in.of<KernelTable>(),
                                   *in.of<MemoryTable>(), *in.of<IdleTime>(), *in.of<LaunchTable>(),
                                   early_work(in.trace, in.window).kernels});
  HostOverview host = host_overview_insight(in);
  std::ranges::move(host.figures, std::back_inserter(figures));
  return figures;
}

}  // namespace lanescope
