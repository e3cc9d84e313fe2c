#include "core/analysis/ops/allocations.h"

#include <algorithm>
#include <utility>

#include "core/analysis/host/instant_ops.h"
#include "core/analysis/host/site.h"
#include "core/analysis/ops/ops.h"
#include "core/analysis/results.h"
#include "core/base/threads/work.h"
#include "core/store/recording_marks.h"

namespace lanescope {
namespace {

/// The records after which a block is live.
TimeRange records_of(const Allocation& block) {
  return {block.record, block.free_record};
}

/// The number of records up to and including a time.
std::size_t records_until(const MemoryTrack& memory, Ns time_ns) {
  const Ns* begin = memory.time_ns.begin();
  return static_cast<std::size_t>(std::upper_bound(begin, begin + memory.time_ns.size(), time_ns) -
                                  begin);
}

/// The open block of each address. Allocators use addresses again, so none is removed.
class OpenBlocks {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  /// The block that is open at an address other than 0, or kNone; for the caller to change before
  /// the next call.
  std::uint32_t& at(std::int64_t address) {
    if (2 * used_ >= slots_.size()) grow();
    Slot& slot = slots_[find(address)];
    if (slot.address == 0) {
      slot.address = address;
      ++used_;
    }
    return slot.block;
  }

 private:
  struct Slot {
    std::int64_t address = 0;  // 0: free
    std::uint32_t block = kNone;
  };

  /// Where an address is, or a free slot for it.
  [[nodiscard]] std::size_t find(std::int64_t address) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = static_cast<std::uint64_t>(address) * 0x9E3779B97F4A7C15ULL >> 32U & mask;
    while (slots_[at].address != 0 && slots_[at].address != address) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    const std::vector<Slot> before =
        std::exchange(slots_, std::vector<Slot>(std::max<std::size_t>(64, 2 * slots_.size())));
    for (const Slot& slot : before) {
      if (slot.address != 0) slots_[find(slot.address)] = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two
  std::size_t used_ = 0;
};

/// Whether a record is only a sample of the totals.
bool is_sample(const MemoryTrack& track, std::size_t record) {
  return track.address[record] == 0 && track.bytes[record] == 0;
}

std::size_t count_blocks(const MemoryTrack& track) {
  std::size_t blocks = 0;
  for (std::size_t i = 0; i < track.time_ns.size(); ++i) {
    if (track.bytes[i] >= 0 && !is_sample(track, i)) ++blocks;
  }
  return blocks;
}

using SharedOps = std::shared_ptr<const std::vector<EventId>>;

AllocationList pair_records(const Snapshot& snapshot, std::shared_ptr<const MemoryTrack> memory,
                            const SharedOps& ops) {
  AllocationList list;
  list.ops = ops;
  const MemoryTrack& track = *memory;
  const std::uint32_t first_instant = index_of(snapshot.instants->first_id);
  OpenBlocks open;
  list.blocks.reserve(count_blocks(track));
  for (std::size_t i = 0; i < track.time_ns.size(); ++i) {
    const std::int64_t address = track.address[i];
    list.has_addresses = list.has_addresses || address != 0;
    if (is_sample(track, i)) continue;
    std::uint32_t unknown = OpenBlocks::kNone;
    std::uint32_t& at = address == 0 ? unknown : open.at(address);
    if (at != OpenBlocks::kNone) {
      list.blocks[at].range.end_ns = track.time_ns[i];
      list.blocks[at].free_record = static_cast<std::uint32_t>(i);
    }
    if (track.bytes[i] < 0) {
      ++list.frees;
      if (at == OpenBlocks::kNone) {
        ++list.unmatched_frees;
        list.unmatched_freed_bytes = saturating_sub(list.unmatched_freed_bytes, track.bytes[i]);
      }
      at = OpenBlocks::kNone;
      continue;
    }
    at = static_cast<std::uint32_t>(list.blocks.size());
    Allocation& block = list.blocks.emplace_back();
    block.range = {track.time_ns[i], kMaxNs};
    block.record = static_cast<std::uint32_t>(i);
    block.address = address;
    block.bytes = track.bytes[i];
    block.event = track.event[i];
    block.op = (*ops)[index_of(track.event[i]) - first_instant];
    if (is_before_history(snapshot, block.event))
      list.before_history_bytes = saturating_add(list.before_history_bytes, block.bytes);
  }
  if (track.has_totals && !track.time_ns.empty()) {
    list.before_bytes = saturating_sub(track.allocated[0], track.bytes[0]);
  }
  list.index = IntervalIndex(static_cast<std::uint32_t>(list.blocks.size()),
                             [&](std::uint32_t i) { return records_of(list.blocks[i]); });
  list.memory = std::move(memory);
  return list;
}

std::vector<AllocationList> lists_of(const Snapshot& snapshot,
                                     const std::shared_ptr<const InstantOps>& ops) {
  std::vector<AllocationList> lists;
  if (!snapshot.instants) return lists;
  for (const auto& memory : snapshot.memory) {
    count_work(Work::Events, memory->event.size());
    lists.push_back(pair_records(snapshot, memory, SharedOps(ops, &ops->ops)));
  }
  return lists;
}

}  // namespace

std::vector<AllocationList> find_allocations(const Snapshot& snapshot) {
  return lists_of(snapshot, std::make_shared<const InstantOps>(find_instant_ops(snapshot)));
}

Allocations find_allocations(const AnalysisResults& in) {
  return {lists_of(in.trace, in.of<InstantOps>())};
}

bool is_before_history(const Snapshot& snapshot, EventId memory_event) {
  const InstantTable& instants = *snapshot.instants;
  const CategoryId category =
      instants.category[index_of(memory_event) - index_of(instants.first_id)];
  return snapshot.text(snapshot.categories[index_of(category)].name) == kBeforeHistoryCategory;
}

LiveSet live_set_at(const AllocationList& list, Ns time_ns) {
  const std::size_t records = records_until(*list.memory, time_ns);
  if (records != 0) {
    LiveSet live = live_set_after(list, static_cast<std::uint32_t>(records - 1));
    const Ns later_ns = saturating_sub(time_ns, list.memory->time_ns[records - 1]);
    for (LiveBlock& block : live.blocks) block.age_ns = saturating_add(block.age_ns, later_ns);
    return live;
  }
  LiveSet before;
  before.other_bytes = list.before_bytes;
  return before;
}

LiveSet live_set_after(const AllocationList& list, std::uint32_t record) {
  LiveSet live;
  const Ns time_ns = list.memory->time_ns[record];
  const auto add = [&](std::uint32_t i) {
    const Allocation& block = list.blocks[i];
    live.blocks.push_back({block.bytes, block.address,
                           saturating_sub(time_ns, block.range.begin_ns), block.event, block.op,
                           i});
    live.bytes = saturating_add(live.bytes, block.bytes);
    return true;
  };
  if (list.has_addresses) {
    list.index.overlapping(
        {record, std::int64_t{record} + 1},
        [&](std::uint32_t i) { return records_of(list.blocks[i]); }, add);
  }
  std::ranges::stable_sort(live.blocks, std::greater(), &LiveBlock::bytes);
  live.other_bytes = saturating_sub(list.memory->allocated[record], live.bytes);
  return live;
}

std::int64_t allocated_at(const MemoryTrack& memory, Ns time_ns) {
  const std::size_t records = records_until(memory, time_ns);
  if (records != 0) return memory.allocated[records - 1];
  const bool known = memory.has_totals && memory.time_ns.size() != 0;
  return known ? saturating_sub(memory.allocated[0], memory.bytes[0]) : 0;
}

StringId allocator_name(const Snapshot& snapshot, EventId op) {
  const auto home = snapshot.find_slice(op);
  if (!home) return StringId::Empty;
  const StringId name = home->chunk->name[home->slice];
  return is_annotation_name(snapshot.text(name)) ? StringId::Empty : name;
}

AllocatorNames::AllocatorNames(const Snapshot& snapshot)
    : slices_(snapshot), is_annotation_(snapshot, is_annotation_name) {}

StringId AllocatorNames::of(EventId op) {
  const StringId name = slice_name(slices_, op);
  return is_annotation_(name) ? StringId::Empty : name;
}

bool is_host_memory(std::int64_t device_type) {
  return device_type == 0 || device_type == 2 || device_type == 5;
}

}  // namespace lanescope
