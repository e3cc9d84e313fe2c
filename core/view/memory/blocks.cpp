#include "core/view/memory/blocks.h"

#include <algorithm>

#include "core/view/events/event_ref.h"
#include "core/view/results/insights.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/memory_device.h"

namespace lanescope {
namespace {

void apply_record(const DeviceBlocks& device, std::size_t record, CategoryBytes& bytes) {
  const std::uint32_t ended = device.ended[record], begun = device.begun[record];
  const auto of = [&](std::uint32_t block) -> std::int64_t& {
    return bytes[static_cast<std::size_t>(device.categories[block])];
  };
  if (ended != kNoBlock) of(ended) = saturating_sub(of(ended), device.list.blocks[ended].bytes);
  if (begun != kNoBlock) of(begun) = saturating_add(of(begun), device.list.blocks[begun].bytes);
}

/// Goes through the records: which blocks each allocates and frees, and what else is alive.
void index_records(DeviceBlocks& device) {
  const AllocationList& list = device.list;
  const MemoryTrack& memory = *list.memory;
  const std::size_t records = memory.time_ns.size();
  device.begun.assign(records, kNoBlock);
  device.ended.assign(records, kNoBlock);
  device.before.assign(records, 0);
  for (std::uint32_t i = 0; i < list.blocks.size(); ++i) {
    const Allocation& block = list.blocks[i];
    device.begun[block.record] = i;
    if (block.free_record < records) device.ended[block.free_record] = i;
  }
  std::int64_t known = 0;
  CategoryBytes bytes{};
  for (std::size_t i = 0; i < records; ++i) {
    if (i % DeviceBlocks::kCheckpoint == 0) device.checkpoints.push_back(bytes);
    apply_record(device, i, bytes);
    if (device.ended[i] != kNoBlock)
      known = saturating_sub(known, list.blocks[device.ended[i]].bytes);
    if (device.begun[i] != kNoBlock)
      known = saturating_add(known, list.blocks[device.begun[i]].bytes);
    if (memory.has_totals)
      device.before[i] = std::max<std::int64_t>(0, saturating_sub(memory.allocated[i], known));
    device.most = std::max(device.most, saturating_add(known, device.before[i]));
    device.least_before =
        i == 0 ? device.before[i] : std::min(device.least_before, device.before[i]);
  }
}

}  // namespace

std::vector<DeviceBlocks> read_device_blocks(const Snapshot& snapshot,
                                             const std::stop_token& stop) {
  std::vector<DeviceBlocks> devices;
  for (AllocationList& list : find_allocations(snapshot)) {
    if (stop.stop_requested()) return devices;
    DeviceBlocks& device = devices.emplace_back();
    device.list = std::move(list);
    const MemoryTrack& memory = *device.list.memory;
    device.title = memory_device_title(snapshot, memory.device_type, memory.device_id);
    if (!device.list.has_addresses) continue;
    device.categories = estimate_categories(snapshot, device.list);
    index_records(device);
  }
  return devices;
}

std::vector<DeviceBlocks> device_blocks(const AnalysisResults& in) {
  return read_device_blocks(in.trace, in.stop);
}

CategoryBytes category_bytes_after(const DeviceBlocks& device, std::uint32_t record) {
  const std::uint32_t checkpoint = record / DeviceBlocks::kCheckpoint;
  CategoryBytes bytes = device.checkpoints[checkpoint];
  for (std::uint32_t i = checkpoint * DeviceBlocks::kCheckpoint; i <= record; ++i) {
    apply_record(device, i, bytes);
  }
  return bytes;
}

std::uint32_t block_of_event(const Snapshot& snapshot, const DeviceBlocks& device, EventId event) {
  const auto range = event_range(snapshot, event);
  if (!range || device.begun.empty()) return kNoBlock;
  const MemoryTrack& memory = *device.list.memory;
  const Ns* at = std::lower_bound(memory.time_ns.begin(), memory.time_ns.end(), range->begin_ns);
  for (; at != memory.time_ns.end() && *at == range->begin_ns; ++at) {
    const auto record = static_cast<std::size_t>(at - memory.time_ns.begin());
    if (memory.event[record] != event) continue;
    return memory.bytes[record] < 0 ? device.ended[record] : device.begun[record];
  }
  return kNoBlock;
}

LiveSet live_set_at(const DeviceBlocks& device, const MemoryCursor& cursor) {
  if (cursor.record < device.list.memory->time_ns.size())
    return live_set_after(device.list, cursor.record);
  return live_set_at(device.list, cursor.time_ns);
}

}  // namespace lanescope
