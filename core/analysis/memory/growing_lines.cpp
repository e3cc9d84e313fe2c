#include "core/analysis/memory/growing_lines.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/analysis/host/python_frame.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostReads = 500'000;

using Place = std::tuple<std::string, std::int64_t, std::string>;  // file, line, function
using BlocksOfPlace = std::map<Place, std::vector<const Allocation*>>;

/// By the line of interest in the stack; blocks without a stack are left out.
BlocksOfPlace blocks_of_places(const AllocationList& list, const ReadEvent& read,
                               const std::stop_token& stop) {
  BlocksOfPlace blocks;
  std::unordered_map<std::string, std::vector<const Allocation*>*> of_stack;
  for (const Allocation& block : list.blocks) {
    if (stop.stop_requested()) return {};
    const auto object = read(block.event);
    const JsonValue* args = object ? object->find("args") : nullptr;
    const JsonValue* stack = args != nullptr ? args->find("Call stack") : nullptr;
    if (stack == nullptr || stack->string() == nullptr) continue;
    const auto [at, fresh] = of_stack.try_emplace(*stack->string(), nullptr);
    if (fresh) {
      const auto frames = parse_call_stack(at->first);
      if (const DetailsFrame* frame = frame_of_interest(frames))
        at->second = &blocks[{frame->file, frame->line, frame->function}];
    }
    if (at->second != nullptr) at->second->push_back(&block);
  }
  return blocks;
}

bool is_freed(const Allocation& block) {
  return block.range.end_ns != kMaxNs;
}

GrowingLine kept_by(const Place& place, const std::vector<const Allocation*>& blocks,
                    TimeRange history) {
  GrowingLine line;
  std::tie(line.file, line.line, line.function) = place;
  line.allocations = blocks.size();
  Ns longest_ns = 0;
  bool frees = false;
  for (const Allocation* block : blocks) {
    if (!is_freed(*block)) continue;
    frees = true;
    longest_ns = std::max(longest_ns, block->range.length_ns());
  }
  if (!frees) return line;
  const Ns middle_ns = history.begin_ns + history.length_ns() / 2;
  bool early = false, late = false;
  for (const Allocation* block : blocks) {
    const Ns begin_ns = block->range.begin_ns;
    if (is_freed(*block) || saturating_sub(history.end_ns, begin_ns) <= longest_ns) continue;
    if (line.kept++ == 0) line.first_kept = block->event;
    line.kept_bytes = saturating_add(line.kept_bytes, block->bytes);
    (begin_ns < middle_ns ? early : late) = true;
  }
  if (!early || !late) line.kept = 0;
  return line;
}

}  // namespace

bool has_allocation_stacks(const Snapshot& snapshot) {
  return snapshot.info.format == "cuda-memory-snapshot";
}

std::vector<GrowingLine> find_growing_lines(const Snapshot& snapshot, const AllocationList& list,
                                            const ReadEvent& read, const Thresholds& thresholds,
                                            const std::stop_token& stop) {
  if (!has_allocation_stacks(snapshot) || !read || list.memory->time_ns.size() == 0) return {};
  if (list.blocks.size() > kMostReads) return {};
  const Column<Ns>& times = list.memory->time_ns;
  const TimeRange history{times[0], times[times.size() - 1]};
  std::vector<GrowingLine> lines;
  for (const auto& [place, blocks] : blocks_of_places(list, read, stop)) {
    GrowingLine line = kept_by(place, blocks, history);
    const bool repeats = std::cmp_greater_equal(line.kept, thresholds.leak_steps);
    if (repeats && line.kept_bytes > thresholds.leak_growth_bytes) lines.push_back(std::move(line));
  }
  std::ranges::stable_sort(lines, std::greater<>(), &GrowingLine::kept_bytes);
  return lines;
}

}  // namespace lanescope
