#include "core/view/breakdown_model.h"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/base/time.h"
#include "core/view/lane_names.h"
#include "core/view/time_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kCompute = "Kernels compute. What else goes on then is hidden.";
constexpr std::string_view kComm =
    "Communication runs and no kernel computes: the GPU waits for other ranks.";
constexpr std::string_view kMemory = "Copies or fills run, and nothing computes or communicates.";
constexpr std::string_view kIdle = "Nothing runs on the GPU.";

double share_of(Ns part_ns, Ns whole_ns) {
  return whole_ns > 0 ? static_cast<double>(part_ns) / static_cast<double>(whole_ns) : 0;
}

/// Parts without length are left out.
void add_part(BreakdownBar& bar, std::string_view title, std::string_view meaning,
              std::optional<ColorRole> role, Ns part_ns) {
  if (part_ns <= 0) return;
  BreakdownPart part;
  part.title = title;
  part.meaning = meaning;
  part.role = role;
  part.idle = !role;
  part.ns = part_ns;
  part.share = share_of(part_ns, bar.span_ns);
  part.length_text = format_duration(part_ns);
  part.share_text = format_share(part.share);
  bar.parts.push_back(std::move(part));
}

BreakdownBar bar_of(const GpuTimeDevice& time, std::string title) {
  BreakdownBar bar;
  bar.device = time.device;
  bar.title = std::move(title);
  bar.span_ns = time.span_ns;
  bar.facts = fmt::format("busy {} of {}", format_share(share_of(time.busy_ns, time.span_ns)),
                          format_duration(time.span_ns));
  add_part(bar, "compute", kCompute, ColorRole::Compute, time.compute_ns);
  add_part(bar, "exposed communication", kComm, ColorRole::Communication, time.exposed_comm_ns);
  add_part(bar, "exposed copies", kMemory, ColorRole::Copy, time.exposed_memory_ns);
  add_part(bar, "idle", kIdle, std::nullopt, time.idle_ns);
  return bar;
}

GpuTimeDevice sum_of(const GpuTime& time) {
  GpuTimeDevice sum;
  for (const GpuTimeDevice& device : time.devices) {
    sum.span_ns = saturating_add(sum.span_ns, device.span_ns);
    sum.busy_ns = saturating_add(sum.busy_ns, device.busy_ns);
    sum.compute_ns = saturating_add(sum.compute_ns, device.compute_ns);
    sum.exposed_comm_ns = saturating_add(sum.exposed_comm_ns, device.exposed_comm_ns);
    sum.exposed_memory_ns = saturating_add(sum.exposed_memory_ns, device.exposed_memory_ns);
    sum.idle_ns = saturating_add(sum.idle_ns, device.idle_ns);
  }
  return sum;
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

Breakdown build_breakdown(const Snapshot& snapshot, const GpuTime& time) {
  Breakdown breakdown;
  if (time.devices.empty()) {
    breakdown.missing =
        "The trace has no GPU events: record with ProfilerActivity.CUDA on a machine with a GPU";
    return breakdown;
  }
  const auto titles = device_titles(snapshot);
  for (const GpuTimeDevice& device : time.devices) {
    const auto title = titles.find(device.device);
    breakdown.bars.push_back(bar_of(
        device, title == titles.end() ? fmt::format("GPU {}", device.device) : title->second));
  }
  breakdown.all = bar_of(sum_of(time), "All GPUs");
  return breakdown;
}

Breakdown breakdown_insight(const InsightInput& in) {
  return build_breakdown(in.trace, *in.of<GpuTime>());
}

}  // namespace lanescope
