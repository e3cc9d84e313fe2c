#include "core/analysis/kernels/shapes.h"

#include <algorithm>
#include <vector>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/event_arguments.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/kernels/launch_shapes.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

struct TimedKernel {
  StringId name = StringId::Empty;
  Ns dur_ns = 0;
};

/// A weighted mean. Zero-length kernels get a small weight, so that a name with only such kernels
/// has a mean.
struct WeightedMean {
  double sum = 0, weight = 0;

  void add(std::optional<double> value, Ns dur_ns) {
    if (!value) return;
    const double w = std::max(1.0, static_cast<double>(dur_ns));
    sum += *value * w;
    weight += w;
  }
  [[nodiscard]] std::optional<double> value() const {
    return weight > 0 ? std::optional(sum / weight) : std::nullopt;
  }
};

struct Means {
  WeightedMean blocks_per_sm, occupancy_pct, registers, shared_bytes, warps_per_sm;
};

}  // namespace

KernelShapes read_kernel_shapes(const AnalysisResults& in) {
  const Snapshot& snapshot = in.trace;
  std::vector<EventId> events;
  std::vector<TimedKernel> kernels;
  for_each_gpu_event(
      snapshot, in.window,
      [&](const Track& /*track*/, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        // Of more, none is read.
        if (kind != CategoryKind::Kernel || events.size() > kMostArgumentTexts) return;
        const auto part =
            counted_gpu_part(snapshot, in.window, chunk.range(slice), chunk.link[slice]);
        if (!part) return;
        events.push_back(chunk.id_of(slice));
        kernels.push_back({chunk.name[slice], length_of(*part)});
      });
  const auto launches = in.of<LaunchShapes>()->of(events, in.stop);
  if (!launches) return {};
  // In event order, not file order, because floating-point sums depend on it.
  std::map<StringId, Means> means;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    Means& of_name = means[kernels[i].name];
    const LaunchShape& launch = (*launches)[i];
    of_name.blocks_per_sm.add(launch.blocks_per_sm, kernels[i].dur_ns);
    of_name.occupancy_pct.add(launch.occupancy_pct, kernels[i].dur_ns);
    of_name.registers.add(launch.registers, kernels[i].dur_ns);
    of_name.shared_bytes.add(launch.shared_bytes, kernels[i].dur_ns);
    of_name.warps_per_sm.add(launch.warps_per_sm, kernels[i].dur_ns);
  }
  std::map<StringId, KernelShape> shapes;
  for (const auto& [name, of_name] : means) {
    shapes[name] = {of_name.blocks_per_sm.value(), of_name.occupancy_pct.value(),
                    of_name.registers.value(), of_name.shared_bytes.value(),
                    of_name.warps_per_sm.value()};
  }
  return {std::move(shapes)};
}

}  // namespace lanescope
