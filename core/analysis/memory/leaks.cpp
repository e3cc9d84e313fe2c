#include "core/analysis/memory/leaks.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/warm_up_signs.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

/// With more steps than this, the slope uses a subset.
constexpr std::size_t kMostSlopeSteps = 1000;

std::vector<StepRange> steady_steps(const AnalysisResults& in) {
  const auto all = in.of<StepRanges>();
  const auto signs = in.of<WarmUpSigns>();
  const std::size_t warm_up = count_warm_up_steps(all->steps, signs->signs, *in.window.thresholds);
  std::vector<StepRange> steps;
  for (std::size_t i = warm_up; i < all->steps.size(); ++i) {
    if (in.window.has_start(all->steps[i].range.begin_ns)) steps.push_back(all->steps[i]);
  }
  return steps;
}

/// The Theil–Sen estimator: the median of the slopes between any two values.
double median_slope(const std::vector<std::int64_t>& values) {
  const std::size_t stride = 1 + values.size() / kMostSlopeSteps;
  std::vector<double> slopes;
  for (std::size_t i = 0; i < values.size(); i += stride) {
    for (std::size_t j = i + stride; j < values.size(); j += stride) {
      slopes.push_back(static_cast<double>(saturating_sub(values[j], values[i])) /
                       static_cast<double>(j - i));
    }
  }
  return median_of(std::move(slopes));
}

bool grows(const LeakDevice& device, std::int64_t peak, const Thresholds& thresholds) {
  const auto& ends = device.step_end_bytes;
  return std::cmp_greater_equal(ends.size(), thresholds.leak_steps) &&
         std::ranges::is_sorted(ends) &&
         device.bytes_per_step > static_cast<double>(thresholds.leak_growth_bytes) &&
         device.bytes_per_step >
             thresholds.leak_growth_of_peak_pct / 100 * static_cast<double>(peak);
}

/// The step that contains a time.
std::optional<std::size_t> step_at(const std::vector<StepRange>& steps, Ns time_ns) {
  const auto after = std::ranges::upper_bound(
      steps, time_ns, {}, [](const StepRange& step) { return step.range.begin_ns; });
  if (after == steps.begin() || !std::prev(after)->range.contains(time_ns)) return std::nullopt;
  return static_cast<std::size_t>(after - steps.begin()) - 1;
}

/// Blocks of one operator and size that outlive their step.
struct Survivors {
  LeakSuspect suspect;
  std::size_t last_step = SIZE_MAX;

  void add(const Allocation& block, std::size_t step) {
    if (suspect.survivors++ == 0) suspect.event = block.event;
    if (last_step != step) ++suspect.steps;
    last_step = step;
  }
};

std::vector<LeakSuspect> find_suspects(const Snapshot& snapshot, const AllocationList& list,
                                       const std::vector<StepRange>& steps,
                                       const Thresholds& thresholds) {
  const auto age = static_cast<std::size_t>(thresholds.leak_age);  // in steps
  // Blocks of the last steps are ignored, since it is unknown how long they live.
  if (!list.has_addresses || steps.size() < age + 2) return {};
  std::map<std::pair<StringId, std::int64_t>, Survivors> groups;
  AllocatorNames names(snapshot);
  for (const Allocation& block : list.blocks) {
    const auto step = step_at(steps, block.range.begin_ns);
    if (!step || block.bytes == 0 || *step + age >= steps.size() ||
        block.range.end_ns <= steps[*step + age].range.end_ns)
      continue;
    groups[{names.of(block.op), block.bytes}].add(block, *step);
  }
  const double least =
      thresholds.leak_suspect_steps_pct / 100 * static_cast<double>(steps.size() - age);
  std::vector<LeakSuspect> suspects;
  for (auto& [key, group] : groups) {
    std::tie(group.suspect.op, group.suspect.bytes) = key;
    if (static_cast<double>(group.suspect.steps) >= least) suspects.push_back(group.suspect);
  }
  std::ranges::sort(suspects, {}, [&](const LeakSuspect& suspect) {
    const double total =
        static_cast<double>(suspect.survivors) * static_cast<double>(suspect.bytes);
    return std::tuple(-total, snapshot.text(suspect.op), suspect.bytes);
  });
  return suspects;
}

}  // namespace

LeakTable analyse_leaks(const AnalysisResults& in) {
  const AnalysisWindow& window = in.window;
  LeakTable table;
  if (in.trace.memory.empty()) return table;
  const std::vector<StepRange> steps = steady_steps(in);
  table.steps = steps.size();
  const auto allocations = in.of<Allocations>();
  for (const AllocationList& list : allocations->lists) {
    const MemoryTrack& memory = *list.memory;
    if (window.device &&
        (is_host_memory(memory.device_type) || !window.has_device(memory.device_id))) {
      continue;
    }
    LeakDevice& device = table.devices.emplace_back();
    device.device_type = memory.device_type;
    device.device_id = memory.device_id;
    for (const StepRange& step : steps) {
      device.step_end_bytes.push_back(allocated_at(memory, saturating_sub(step.range.end_ns, 1)));
    }
    device.bytes_per_step = median_slope(device.step_end_bytes);
    device.grows = grows(device, memory.peak_allocated, *window.thresholds);
    device.suspects = find_suspects(in.trace, list, steps, *window.thresholds);
    device.lines = find_growing_lines(in.trace, list, in.read, *window.thresholds, in.stop);
  }
  return table;
}

}  // namespace lanescope
