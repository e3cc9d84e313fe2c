#include "core/view/overview/breakdown_model.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/host/record_advice.h"
#include "core/analysis/idle/words.h"
#include "core/base/time.h"
#include "core/view/idle/idle_lane.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kCompute = "Kernels compute. Any other work at that time is hidden.";
constexpr std::string_view kComm =
    "Communication runs and no kernel computes: the GPU waits for other ranks.";
constexpr std::string_view kMemory = "Copies or fills run, and nothing computes or communicates.";
constexpr std::string_view kIdle = "Nothing runs on the GPU.";

double share_of(Ns part_ns, Ns whole_ns) {
  return whole_ns > 0 ? static_cast<double>(part_ns) / static_cast<double>(whole_ns) : 0;
}

/// Parts without length are left out.
void add_part(BreakdownBar& bar, std::string_view title, std::string_view meaning,
              std::optional<ColorRole> role, Ns part_ns, bool is_idle = false,
              std::uint8_t shade = 0) {
  if (part_ns <= 0) return;
  BreakdownPart part;
  part.title = title;
  part.meaning = meaning;
  part.role = role;
  part.idle = is_idle;
  part.shade = shade;
  part.ns = part_ns;
  part.share = share_of(part_ns, bar.span_ns);
  part.length_text = format_duration(part_ns);
  part.share_text = format_share(part.share);
  bar.parts.push_back(std::move(part));
}

using IdleClasses = std::array<Ns, kIdleClasses>;

/// nullopt unless the classes add up to the device's idle time.
std::optional<IdleClasses> idle_classes(const IdleTime& idle, const GpuTimeDevice& time) {
  for (const IdleDevice& device : idle.devices) {
    if (device.device != time.device || device.total_ns != time.idle_ns) continue;
    IdleClasses classes{};
    for (std::size_t c = 0; c < kIdleClasses; ++c) classes.at(c) = device.classes.at(c).ns;
    return classes;
  }
  return std::nullopt;
}

void add_idle(BreakdownBar& bar, Ns idle_ns, const std::optional<IdleClasses>& classes) {
  if (!classes) return add_part(bar, "idle", kIdle, std::nullopt, idle_ns, true);
  for (std::size_t c = 0; c < kIdleClasses; ++c) {
    const auto what = static_cast<IdleClass>(c);
    const IdleLook look = look_of(what);
    add_part(bar, fmt::format("idle, {}", idle_class_title(what)), idle_class_meaning(what),
             look.role, classes->at(c), true, look.shade);
  }
}

BreakdownBar bar_of(const GpuTimeDevice& time, const std::optional<IdleClasses>& idle,
                    std::string title) {
  BreakdownBar bar;
  bar.device = time.device;
  bar.title = std::move(title);
  bar.span_ns = time.recorded_ns();
  bar.facts =
      fmt::format("busy {} of {}", format_share(time.busy_share()), format_duration(bar.span_ns));
  if (time.paused_ns > 0) bar.facts += ", paused for " + format_duration(time.paused_ns);
  add_part(bar, "compute", kCompute, ColorRole::Compute, time.compute_ns);
  add_part(bar, "exposed communication", kComm, ColorRole::Communication, time.exposed_comm_ns);
  add_part(bar, "exposed copies", kMemory, ColorRole::Copy, time.exposed_memory_ns);
  add_idle(bar, time.idle_ns, idle);
  return bar;
}

/// What keeps the GPUs busy first, then why they idle, the largest of all devices first: in the
/// same order in every bar.
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

std::map<std::int64_t, std::string> device_titles(const Snapshot& snapshot) {
  std::map<std::int64_t, std::string> titles;
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::GpuStream && track.slices > 0 && !titles.contains(track.device))
      titles.emplace(track.device, device_title(snapshot, track));
  }
  return titles;
}

}  // namespace

Breakdown build_breakdown(const Snapshot& snapshot, const GpuTime& time, const IdleTime& idle) {
  Breakdown breakdown;
  if (time.devices.empty()) {
    breakdown.missing = unread_hint(snapshot);
    if (!breakdown.missing.empty()) return breakdown;
    breakdown.missing = is_recording(snapshot)
                            ? "The recording has no GPU work; record on a machine with a GPU"
                            : "The trace has no GPU events; record with ProfilerActivity.CUDA on a "
                              "machine with a GPU";
    return breakdown;
  }
  const auto titles = device_titles(snapshot);
  std::optional<IdleClasses> all_classes = IdleClasses{};
  for (const GpuTimeDevice& device : time.devices) {
    const auto title = titles.find(device.device);
    const auto classes = idle_classes(idle, device);
    if (!classes) all_classes.reset();
    for (std::size_t c = 0; all_classes && c < kIdleClasses; ++c)
      all_classes->at(c) = saturating_add(all_classes->at(c), classes->at(c));
    breakdown.bars.push_back(
        bar_of(device, classes,
               title == titles.end() ? fmt::format("GPU {}", device.device) : title->second));
  }
  breakdown.all = bar_of(total_gpu_time(time), all_classes, "All GPUs");
  order_parts(breakdown);
  return breakdown;
}

Breakdown breakdown_insight(const AnalysisResults& in) {
  return build_breakdown(in.trace, *in.of<GpuTime>(), *in.of<IdleTime>());
}

}  // namespace lanescope
