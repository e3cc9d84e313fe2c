#include "core/analysis/memory/leaks.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/warm_up_signs.h"

namespace lanescope {
namespace {

/// More steps than this are thinned out for the slope.
constexpr std::size_t kMostSlopeSteps = 1000;

std::vector<StepRange> steady_steps(const Snapshot& snapshot, const AnalysisWindow& window) {
  const std::vector<StepRange> all = step_ranges(snapshot);
  const std::size_t warm_up = count_warm_up_steps(snapshot, all, *window.thresholds);
  std::vector<StepRange> steps;
  for (std::size_t i = warm_up; i < all.size(); ++i) {
    if (window.has_start(all[i].range.begin_ns)) steps.push_back(all[i]);
  }
  return steps;
}

/// Theil and Sen: the median of the slopes between any two.
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
         std::is_sorted(ends.begin(), ends.end()) &&
         device.bytes_per_step > static_cast<double>(thresholds.leak_growth_bytes) &&
         device.bytes_per_step >
             thresholds.leak_growth_of_peak_pct / 100 * static_cast<double>(peak);
}

class SuspectFinder {
 public:
  SuspectFinder(const Snapshot& snapshot, const std::vector<StepRange>& steps,
                const Thresholds& thresholds)
      : snapshot_(snapshot),
        steps_(steps),
        age_(static_cast<std::size_t>(thresholds.leak_age)),
        least_share_(thresholds.leak_suspect_steps_pct / 100) {}

  std::vector<LeakSuspect> find(const AllocationList& list) const {
    // Steps so late that nothing born in them can be seen to stay are not asked.
    if (!list.has_addresses || steps_.size() < age_ + 2) return {};
    std::map<std::pair<StringId, std::int64_t>, Group> groups;
    for (const Allocation& block : list.blocks) add(block, groups);
    const auto asked = static_cast<double>(steps_.size() - age_);
    std::vector<LeakSuspect> suspects;
    for (const auto& [key, group] : groups) {
      const auto steps = static_cast<double>(group.suspect.steps);
      if (steps >= least_share_ * asked) suspects.push_back(group.suspect);
    }
    std::ranges::sort(suspects, {}, [&](const LeakSuspect& suspect) {
      return std::tuple(-total(suspect), snapshot_.text(suspect.op), suspect.bytes);
    });
    return suspects;
  }

 private:
  struct Group {
    LeakSuspect suspect;
    std::size_t last_step = SIZE_MAX;
  };
  static double total(const LeakSuspect& suspect) {
    return static_cast<double>(suspect.survivors) * static_cast<double>(suspect.bytes);
  }

  void add(const Allocation& block,
           std::map<std::pair<StringId, std::int64_t>, Group>& groups) const {
    const auto after =
        std::upper_bound(steps_.begin(), steps_.end(), block.range.begin_ns,
                         [](Ns time, const StepRange& step) { return time < step.range.begin_ns; });
    if (after == steps_.begin() || block.bytes == 0) return;
    const auto step = static_cast<std::size_t>(after - steps_.begin()) - 1;
    if (!steps_[step].range.contains(block.range.begin_ns)) return;
    const std::size_t later = step + age_;
    if (later >= steps_.size() || block.range.end_ns <= steps_[later].range.end_ns) return;
    const StringId name = allocator_name(snapshot_, block.op);
    Group& group = groups[{name, block.bytes}];
    if (group.suspect.survivors++ == 0) {
      group.suspect.op = name;
      group.suspect.bytes = block.bytes;
      group.suspect.event = block.event;
    }
    if (group.last_step != step) ++group.suspect.steps;
    group.last_step = step;
  }

  const Snapshot& snapshot_;
  const std::vector<StepRange>& steps_;
  std::size_t age_;  // in steps, of what is kept
  double least_share_;
};

}  // namespace

LeakTable analyse_leaks(const Snapshot& snapshot, const AnalysisWindow& window) {
  LeakTable table;
  if (snapshot.memory.empty()) return table;
  const std::vector<StepRange> steps = steady_steps(snapshot, window);
  table.steps = steps.size();
  const SuspectFinder finder(snapshot, steps, *window.thresholds);
  for (const AllocationList& list : find_allocations(snapshot)) {
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
    device.suspects = finder.find(list);
  }
  return table;
}

}  // namespace lanescope
