#include "core/analysis/kernels/shapes.h"

#include <algorithm>
#include <vector>

#include "core/analysis/events/device_info.h"
#include "core/analysis/events/event_arguments.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/kernels/arguments.h"

namespace lanescope {
namespace {

struct TimedKernel {
  StringId name = StringId::Empty;
  Ns dur_ns = 0;
  const DeviceInfo* device = nullptr;
  std::optional<double> blocks_per_sm, occupancy_pct;
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
  WeightedMean blocks_per_sm, occupancy_pct;
};

}  // namespace

KernelShapes read_kernel_shapes(const Snapshot& snapshot, const AnalysisWindow& window,
                                const ReadEvent& read, const std::stop_token& stop) {
  std::vector<EventId> events;
  std::vector<TimedKernel> kernels;
  for_each_gpu_event(
      snapshot, window,
      [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        if (kind != CategoryKind::Kernel ||
            !admits_gpu_event(snapshot, window, chunk.start_ns[slice], chunk.link[slice])) {
          return;
        }
        events.push_back(chunk.id_of(slice));
        kernels.push_back(
            {chunk.name[slice], chunk.dur_ns[slice], device_info(snapshot, track.device), {}, {}});
      });
  const auto note = [&](std::size_t i, const JsonValue& args) {
    kernels[i].blocks_per_sm = blocks_per_sm(args, kernels[i].device);
    kernels[i].occupancy_pct = occupancy_argument(args);
  };
  if (!read_arguments(snapshot, events, kShapeArguments, read, note, stop)) return {};
  // In event order, not file order, because floating-point sums depend on it.
  std::map<StringId, Means> means;
  for (const TimedKernel& kernel : kernels) {
    Means& of_name = means[kernel.name];
    of_name.blocks_per_sm.add(kernel.blocks_per_sm, kernel.dur_ns);
    of_name.occupancy_pct.add(kernel.occupancy_pct, kernel.dur_ns);
  }
  std::map<StringId, KernelShape> shapes;
  for (const auto& [name, of_name] : means) {
    shapes[name] = {of_name.blocks_per_sm.value(), of_name.occupancy_pct.value()};
  }
  return {std::move(shapes)};
}

}  // namespace lanescope
