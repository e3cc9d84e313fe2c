#include "core/analysis/ops/allocations.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/host/instant_ops.h"
#include "core/analysis/ops/ops.h"
#include "core/base/threads/work.h"

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

AllocationList pair_records(const Snapshot& snapshot, std::shared_ptr<const MemoryTrack> memory,
                            const std::vector<EventId>& ops) {
  AllocationList list;
  const MemoryTrack& track = *memory;
  const std::uint32_t first_instant = index_of(snapshot.instants->first_id);
  std::unordered_map<std::int64_t, std::size_t> open;  // by address, into blocks
  for (std::size_t i = 0; i < track.time_ns.size(); ++i) {
    const std::int64_t address = track.address[i];
    list.has_addresses = list.has_addresses || address != 0;
    if (address == 0 && track.bytes[i] == 0) continue;  // only a sample of the totals
    const auto at = address == 0 ? open.end() : open.find(address);
    if (at != open.end()) {
      list.blocks[at->second].range.end_ns = track.time_ns[i];
      list.blocks[at->second].free_record = static_cast<std::uint32_t>(i);
    }
    if (track.bytes[i] < 0) {
      ++list.frees;
      if (at == open.end()) {
        ++list.unmatched_frees;
        list.unmatched_freed_bytes = saturating_sub(list.unmatched_freed_bytes, track.bytes[i]);
      } else {
        open.erase(at);
      }
      continue;
    }
    if (address != 0) open[address] = list.blocks.size();
    Allocation& block = list.blocks.emplace_back();
    block.range = {track.time_ns[i], kMaxNs};
    block.record = static_cast<std::uint32_t>(i);
    block.address = address;
    block.bytes = track.bytes[i];
    block.event = track.event[i];
    block.op = ops[index_of(track.event[i]) - first_instant];
  }
  if (track.has_totals && !track.time_ns.empty()) {
    list.before_bytes = saturating_sub(track.allocated[0], track.bytes[0]);
  }
  list.index = IntervalIndex(static_cast<std::uint32_t>(list.blocks.size()),
                             [&](std::uint32_t i) { return records_of(list.blocks[i]); });
  list.memory = std::move(memory);
  return list;
}

}  // namespace

std::vector<AllocationList> find_allocations(const Snapshot& snapshot) {
  std::vector<AllocationList> lists;
  if (snapshot.memory.empty() || !snapshot.instants) return lists;
  const std::vector<EventId> ops = ops_of_instants(snapshot);
  for (const auto& memory : snapshot.memory) {
    count_work(Work::Events, memory->event.size());
    lists.push_back(pair_records(snapshot, memory, ops));
  }
  return lists;
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

bool is_host_memory(std::int64_t device_type) {
  return device_type == 0 || device_type == 2 || device_type == 5;
}

}  // namespace lanescope
