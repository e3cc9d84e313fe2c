#include "core/view/overview/highlights.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/idle/words.h"
#include "core/base/time.h"
#include "core/store/thread_state.h"
#include "core/view/overview/host_overview.h"
#include "core/view/overview/top_ops.h"
#include "core/view/text/frame_label.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/memory_device.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::int64_t kCpuMemory = 0;  // c10::DeviceType

/// The first one in the list of longest gaps, here as in reports: time at the ends of the window
/// counts as idle like any other.
const IdleGap* longest_gap(const IdleDevice& device) {
  return device.longest.empty() ? nullptr : &device.gaps[device.longest.front()];
}

std::optional<Highlight> idle_gap(const Snapshot& snapshot, const IdleTime& idle) {
  const IdleDevice* of = nullptr;
  const IdleGap* longest = nullptr;
  for (const IdleDevice& device : idle.devices) {
    const IdleGap* gap = longest_gap(device);
    if (gap == nullptr) continue;
    if (longest != nullptr && device.known_ns(*gap) <= of->known_ns(*longest)) continue;
    of = &device;
    longest = gap;
  }
  if (longest == nullptr) return std::nullopt;
  std::string where = device_title(snapshot, of->device);
  return Highlight{"Longest idle gap", std::string(idle_class_title(longest->main)),
                   format_duration(of->known_ns(*longest)),
                   fmt::format("Longest time in which nothing ran "
                               "on {}. {}",
                               where, idle_class_meaning(longest->main)),
                   GapRef{of->device, longest->range}};
}

std::optional<Highlight> slowest_step(const Snapshot& snapshot, const StepTable& steps) {
  const StepRow* slowest = nullptr;
  std::uint64_t steady = 0;
  for (const StepRow& row : steps.rows) {
    if (!steps.is_steady(row) || row.step.event == EventId::None) continue;
    ++steady;
    if (slowest == nullptr || row.time().length_ns() > slowest->time().length_ns()) slowest = &row;
  }
  if (steady < 2) return std::nullopt;
  return Highlight{
      "Slowest step", std::string(snapshot.text(slowest->step.name)),
      format_duration(slowest->time().length_ns()),
      fmt::format("Longest of {} steady-state steps; their median is {}.", count_text(steady),
                  format_duration(rounded_ns(steps.spread_ns.median))),
      slowest->step.event};
}

std::optional<Highlight> top_kernel(const Snapshot& snapshot, const KernelTable& kernels) {
  if (kernels.rows.empty()) return std::nullopt;
  const KernelRow& row = kernels.rows.front();
  const double share = kernels.gpu_ns > 0
                           ? static_cast<double>(row.total_ns) / static_cast<double>(kernels.gpu_ns)
                           : 0;
  return Highlight{
      "Top kernel", short_name(snapshot.text(row.name)), format_duration(row.total_ns),
      fmt::format("{} of GPU time, summed over {}; the longest took {}.", format_share(share),
                  counted(row.count, "launch", "launches"), format_duration(row.max_ns)),
      row.longest};
}

std::optional<Highlight> top_op(const Snapshot& snapshot, const OpTable& ops) {
  const OpRow* top = nullptr;
  for (const OpRow& row : ops.rows) {
    if (row.annotation || row.self_cpu_ns <= 0) continue;
    if (top == nullptr || row.self_cpu_ns > top->self_cpu_ns) top = &row;
  }
  if (top == nullptr) return std::nullopt;
  const EventId longest = longest_call(snapshot, top->name);
  if (longest == EventId::None) return std::nullopt;
  return Highlight{
      "Top op", short_name(snapshot.text(top->name)), format_duration(top->self_cpu_ns),
      fmt::format("Self CPU time, summed over {}.", counted(top->count, "call")), longest};
}

/// Threads that rest in a wait are not what a program spends its time on. Profiles of others do not
/// say what ran.
std::optional<Highlight> top_function(const Snapshot& snapshot, const HostTime& host) {
  const auto most = std::ranges::max_element(host.functions, {}, [](const SampledCode& row) {
    return std::pair(row.self_running_ns, row.self_ns);
  });
  if (most == host.functions.end() || most->self_ns <= 0) return std::nullopt;
  const bool ran = most->self_running_ns > 0;
  const bool switched = has_thread_switches(snapshot);
  std::string meaning =
      ran ? fmt::format("Most self time {} of all sampled functions; {} with {}.",
                        switched ? "running on a CPU" : running_title(false),
                        format_duration(most->self_ns), switched ? "waits" : "other waits")
          : std::string("Longest self time of all sampled functions.");
  if (most->threads > 1)
    meaning += fmt::format(" Summed over {} threads.", count_text(most->threads));
  return Highlight{"Top function", frame_label(snapshot.text(most->name)),
                   format_duration(ran ? most->self_running_ns : most->self_ns) +
                       (ran && switched ? " running" : ""),
                   meaning, most->longest};
}

std::optional<Highlight> top_native_function(const Snapshot& snapshot, const HostTime& host) {
  const auto top =
      std::ranges::max_element(host.native_functions, {}, &SampledCode::self_running_ns);
  if (top == host.native_functions.end() || top->self_running_ns <= 0) return std::nullopt;
  Ns running_ns = 0;
  for (const HostThreadTime& thread : host.threads)
    running_ns = saturating_add(running_ns, thread.running_ns);
  const double share =
      static_cast<double>(top->self_running_ns) / static_cast<double>(std::max<Ns>(1, running_ns));
  return Highlight{
      "Top native function", short_name(snapshot.text(top->name)),
      format_duration(top->self_running_ns),
      fmt::format("{} of CPU time in {}; sampled, summed over {}.", format_share(share),
                  snapshot.text(top->name), counted(top->threads, "thread")),
      top->longest};
}

constexpr std::string_view kLongestWait = "Longest wait";

/// The names of these states would read badly behind the title.
std::string_view title_of_wait(const HostWait& wait, const ThreadState& state) {
  if (wait.for_thread) return "Longest wait for another thread";
  if (state.waits_for_cpu()) return "Longest wait for a CPU";
  return state.waits_for_gil() ? "Longest wait for the GIL" : kLongestWait;
}

/// Of the thread that matters most: helpers of libraries wait for work all the time.
std::optional<Highlight> longest_wait(const Snapshot& snapshot, const HostTime& host) {
  const auto thread = leading_host_thread(snapshot, host);
  const auto longest = std::ranges::max_element(host.waits, {}, [&](const HostWait& wait) {
    return thread && wait.thread == *thread ? wait.longest_ns : 0;
  });
  if (longest == host.waits.end() || !thread || longest->thread != *thread) return std::nullopt;
  const Track& track = snapshot.tracks[index_of(host.threads[longest->thread].track)];
  const ThreadState state = parse_thread_state(snapshot.text(longest->state));
  const std::string_view title = title_of_wait(*longest, state);
  return Highlight{title, title == kLongestWait ? wait_title(snapshot, *longest) : "",
                   format_duration(longest->longest_ns),
                   fmt::format("Longest time that the thread waited without running: {} of {}.",
                               thread_title(snapshot, track), process_title(snapshot, track)),
                   longest->longest};
}

std::optional<Highlight> peak_of_timeline(const TimelinePeak& timeline) {
  if (timeline.peak <= 0) return std::nullopt;
  return Highlight{"Peak memory", "", format_bytes(timeline.peak),
                   "Most memory over all categories at one time.", MomentRef{timeline.peak_at_ns}};
}

/// Of the device with the highest peak; of the host only if there is no other.
std::optional<Highlight> peak_memory(const Snapshot& snapshot, const MemoryTable& memory) {
  const auto rank = [](const MemoryDevice& device) {
    return std::pair(device.device_type != kCpuMemory, device.peak_allocated);
  };
  const MemoryDevice* highest = nullptr;
  for (const MemoryDevice& device : memory.devices) {
    if (!device.peak_at_ns || device.peak_allocated <= 0) continue;
    if (highest == nullptr || rank(device) > rank(*highest)) highest = &device;
  }
  if (highest == nullptr)
    return memory.timeline ? peak_of_timeline(*memory.timeline) : std::nullopt;
  return Highlight{
      "Peak memory", memory_device_title(snapshot, highest->device_type, highest->device_id),
      format_bytes(highest->peak_allocated),
      highest->has_totals
          ? highest->peak_reserved > 0
                ? "Most memory that PyTorch's allocator had allocated at one time."
                : "Most memory that the program's allocator had allocated at one time."
          : "Most memory allocated since the trace started; earlier allocations are not "
            "in the trace.",
      PeakRef{highest->device_type, highest->device_id}};
}

}  // namespace

Highlights build_highlights(const Snapshot& snapshot, const HighlightSources& sources) {
  Highlights all;
  const auto add = [&](std::optional<Highlight> one) {
    if (one) all.push_back(std::move(*one));
  };
  add(idle_gap(snapshot, sources.idle));
  add(slowest_step(snapshot, sources.steps));
  add(top_kernel(snapshot, sources.kernels));
  if (sources.ops != nullptr && sources.kernels.rows.empty()) add(top_op(snapshot, *sources.ops));
  if (sources.host_time != nullptr) {
    add(top_function(snapshot, *sources.host_time));
    add(top_native_function(snapshot, *sources.host_time));
    add(longest_wait(snapshot, *sources.host_time));
  }
  add(peak_memory(snapshot, sources.memory));
  return all;
}

Highlights highlights_insight(const AnalysisResults& in) {
  const auto kernels = in.of<KernelTable>();
  // Operators take longer, so they are asked for only where they are used.
  const auto ops = kernels->rows.empty() ? in.of<OpTable>() : nullptr;
  const bool has_samples = std::ranges::any_of(in.trace.tracks, [](const Track& track) {
    return is_sampled(track.kind) && track.slices > 0;
  });
  const auto host_time = has_samples ? in.of<HostTime>() : nullptr;
  return build_highlights(in.trace, {*in.of<IdleTime>(), *in.of<StepTable>(), *kernels,
                                     *in.of<MemoryTable>(), ops.get(), host_time.get()});
}

}  // namespace lanescope
