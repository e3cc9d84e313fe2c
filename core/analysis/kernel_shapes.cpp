#include "core/analysis/kernel_shapes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "core/analysis/gpu_events.h"

namespace lanescope {
namespace {

struct KernelText {
  Place place;
  EventId event = EventId::None;
  StringId name = StringId::Empty;
  Ns dur_ns = 0;
};

/// A mean that grows. Kernels of length 0 count a little, else a row of them would have none.
struct WeightedMean {
  double sum = 0, weight = 0;

  void add(double value, Ns dur_ns) {
    const double w = std::max(1.0, static_cast<double>(dur_ns));
    sum += value * w;
    weight += w;
  }
  [[nodiscard]] std::optional<double> value() const {
    return weight > 0 ? std::optional(sum / weight) : std::nullopt;
  }
};

struct Means {
  WeightedMean blocks_per_sm, occupancy_pct;
};

/// A number that makes sense: CUPTI prints "inf" for unknown devices and -100 for unknown
/// occupancy.
std::optional<double> number_of(const JsonValue& args, std::string_view key) {
  const JsonValue* value = args.find(key);
  if (value == nullptr) return std::nullopt;
  const std::string text = value->to_text(true);
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool whole = !text.empty() && end == text.c_str() + text.size();
  return whole && std::isfinite(number) && number >= 0 ? std::optional(number) : std::nullopt;
}

std::vector<KernelText> kernels_in(const Snapshot& snapshot, const AnalysisWindow& window) {
  std::vector<KernelText> kernels;
  for_each_gpu_event(
      snapshot, window,
      [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        if (kind != CategoryKind::Kernel ||
            !admits_gpu_event(snapshot, window, chunk.start_ns[slice], chunk.link[slice])) {
          return;
        }
        kernels.push_back(
            {chunk.place[slice], chunk.id_of(slice), chunk.name[slice], chunk.dur_ns[slice]});
      });
  std::sort(kernels.begin(), kernels.end(), [](const KernelText& a, const KernelText& b) {
    return a.place.offset() < b.place.offset();
  });
  return kernels;
}

}  // namespace

std::optional<std::map<StringId, KernelShape>> read_kernel_shapes(const Snapshot& snapshot,
                                                                  const AnalysisWindow& window,
                                                                  const ReadEvent& read,
                                                                  const std::stop_token& stop) {
  const std::vector<KernelText> kernels = kernels_in(snapshot, window);
  if (kernels.size() > kMostKernelTexts) return std::nullopt;
  std::map<StringId, Means> means;
  for (const KernelText& kernel : kernels) {
    if (stop.stop_requested()) break;
    const auto event = read(kernel.event);
    const JsonValue* args = event ? event->find("args") : nullptr;
    if (args == nullptr) continue;
    Means& of_name = means[kernel.name];
    if (const auto blocks = number_of(*args, "blocks per SM")) {
      of_name.blocks_per_sm.add(*blocks, kernel.dur_ns);
    }
    if (const auto occupancy = number_of(*args, "est. achieved occupancy %")) {
      of_name.occupancy_pct.add(*occupancy, kernel.dur_ns);
    }
  }
  std::map<StringId, KernelShape> shapes;
  for (const auto& [name, of_name] : means) {
    shapes[name] = {of_name.blocks_per_sm.value(), of_name.occupancy_pct.value()};
  }
  return shapes;
}

}  // namespace lanescope
