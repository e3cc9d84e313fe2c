#include "core/view/lanes/memory_stack.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include "core/view/memory/text.h"
#include "core/view/timeline/curve_model.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostLooks = 32;  // samples of a counter examined per pixel

/// Visits the samples in view pixel by pixel: `highest(first, last)` returns the one to show of
/// [first, last), `state(sample)` the values in effect after it.
template <typename Highest, typename State>
void walk_pixels(std::span<const Ns> times_ns, const Viewport& viewport, const Highest& highest,
                 const State& state, std::vector<StackPoint>& out) {
  out.clear();
  const TimeRange range = viewport.range();
  std::size_t i = first_at_or_after(times_ns, 0, range.begin_ns);
  const std::size_t end = first_at_or_after(times_ns, i, range.end_ns);
  if (i > 0) out.push_back({0, state(i - 1)});
  while (i < end) {
    const double x_px = std::max(0.0, std::floor(viewport.x_of(times_ns[i])));
    const Ns next_ns = std::max(viewport.time_at(x_px + 1), saturating_add(times_ns[i], 1));
    const std::size_t next = std::min(end, first_at_or_after(times_ns, i, next_ns));
    const std::size_t shown = highest(i, next);
    out.push_back({static_cast<float>(x_px), state(shown)});
    if (shown + 1 < next) out.push_back({static_cast<float>(x_px + 1), state(next - 1)});
    i = next;
  }
}

StackBytes state_of(const DeviceBlocks& device, const OwnedBlocks& owned, std::size_t record) {
  StackBytes out{};
  out[0] = device.before[record];
  const auto number = static_cast<std::uint32_t>(record);
  if (owned.empty()) {
    std::ranges::copy(category_bytes_after(device, number), out.begin() + 1);
  } else {
    std::ranges::copy(owner_bytes_after(device, owned, number), out.begin() + 1);
  }
  return out;
}

/// The record in [first, last) with the most memory.
std::size_t highest_record(const MemoryTrack& memory, std::size_t first, std::size_t last) {
  constexpr std::size_t kRun = CounterTrack::kRun;
  const auto scan = [&](std::size_t from, std::size_t to) {
    const auto* const begin = memory.allocated.begin();
    return static_cast<std::size_t>(std::max_element(begin + from, begin + to) - begin);
  };
  const std::size_t first_run = (first + kRun - 1) / kRun, last_run = last / kRun;
  if (first_run + 1 >= last_run || memory.run_max.size() < last_run) return scan(first, last);
  const auto* const runs = memory.run_max.begin();
  const auto run =
      static_cast<std::size_t>(std::max_element(runs + first_run, runs + last_run) - runs);
  std::size_t best = scan(run * kRun, (run + 1) * kRun);
  const std::array ends{std::pair(first, first_run * kRun), std::pair(last_run * kRun, last)};
  for (const auto& [from, to] : ends) {
    if (from == to) continue;
    const std::size_t other = scan(from, to);
    if (memory.allocated[other] > memory.allocated[best]) best = other;
  }
  return best;
}

StackBytes state_of(const CategoryCounters& counters, std::size_t sample) {
  StackBytes out{};
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const double value = counters[i]->value[sample];
    out[i + 1] = value > 0 ? static_cast<std::int64_t>(std::min(value, 0x1p62)) : 0;
  }
  return out;
}

std::int64_t sum_of(const StackBytes& bytes) {
  std::int64_t sum = 0;
  for (const std::int64_t part : bytes) sum = saturating_add(sum, part);
  return sum;
}

}  // namespace

void memory_stack(const DeviceBlocks& device, const OwnedBlocks& owned, const Viewport& viewport,
                  MemoryStack& out) {
  out.points.clear();
  out.most = std::max<std::int64_t>(1, device.most);
  if (device.begun.empty()) return;
  const MemoryTrack& memory = *device.list.memory;
  walk_pixels(
      memory.time_ns.span(), viewport,
      [&](std::size_t first, std::size_t last) { return highest_record(memory, first, last); },
      [&](std::size_t record) { return state_of(device, owned, record); }, out.points);
}

std::optional<StackBytes> memory_stack_at(const DeviceBlocks& device, const OwnedBlocks& owned,
                                          Ns time_ns) {
  const auto record = sample_at(device.list.memory->time_ns.span(), time_ns);
  if (!record || device.begun.empty()) return std::nullopt;
  return state_of(device, owned, *record);
}

StackPart stack_part(const OwnedBlocks& owned, std::size_t part) {
  if (part == 0) return {"Before the trace", std::nullopt};
  if (!owned.empty()) {
    const BlockOwner& owner = owned.colors.owners.at(part - 1);
    return {owner.title, owner.role};
  }
  const auto category = static_cast<MemoryCategory>(part - 1);
  return {memory_category_title(category), memory_category_role(category)};
}

std::optional<CategoryCounters> category_counters(const Snapshot& snapshot) {
  if (!snapshot.info.format.ends_with("memory-timeline")) return std::nullopt;
  CategoryCounters counters{};
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const std::string_view title = memory_category_title(static_cast<MemoryCategory>(i));
    for (const auto& track : snapshot.counters) {
      if (snapshot.text(track->series) == title) counters[i] = track.get();
    }
    // All must have the same records.
    if (counters[i] == nullptr || counters[i]->time_ns.size() != counters[0]->time_ns.size())
      return std::nullopt;
  }
  return counters;
}

void memory_stack(const CategoryCounters& counters, const Viewport& viewport, MemoryStack& out) {
  const auto state = [&](std::size_t sample) { return state_of(counters, sample); };
  const auto highest = [&](std::size_t first, std::size_t last) {
    const std::size_t stride = (last - first + kMostLooks - 1) / kMostLooks;
    std::size_t best = first;
    std::int64_t most = -1;
    for (std::size_t i = first; i < last; i += stride) {
      const std::int64_t sum = sum_of(state(i));
      if (sum <= most) continue;
      most = sum;
      best = i;
    }
    return best;
  };
  walk_pixels(counters[0]->time_ns.span(), viewport, highest, state, out.points);
}

std::optional<StackBytes> memory_stack_at(const CategoryCounters& counters, Ns time_ns) {
  const auto sample = sample_at(counters[0]->time_ns.span(), time_ns);
  return sample ? std::optional(state_of(counters, *sample)) : std::nullopt;
}

std::int64_t most_of(const CategoryCounters& counters) {
  std::int64_t most = 1;
  for (std::size_t i = 0; i < counters[0]->time_ns.size(); ++i) {
    most = std::max(most, sum_of(state_of(counters, i)));
  }
  return most;
}

}  // namespace lanescope
