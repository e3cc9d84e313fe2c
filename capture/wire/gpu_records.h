// Records of what CUPTI delivers, in the channel of the drain thread.
#pragma once

#include <cstdint>

#include "capture/wire/record_header.h"

namespace lanescope::wire {

/// aux: string, the kernel's mangled or plain name as CUPTI reports it. Fields as in
/// CUpti_ActivityKernel; fields missing in the CUPTI version are 0.
struct KernelRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;  // both 0: CUPTI had no room for the timestamps
  std::uint64_t correlation;
  std::uint64_t graph_node;
  std::uint32_t graph;
  std::uint32_t device, context, stream;
  std::uint32_t grid[3], block[3], cluster[3];
  std::uint32_t registers;
  std::uint32_t static_shared, dynamic_shared, executed_shared;
  std::uint32_t local_total;  // KiB
  std::uint32_t channel;
  std::uint16_t launch_type, channel_type;
};
static_assert(sizeof(KernelRecord) == 120);

/// aux: kind | source kind << 8 | destination kind << 16 | flags << 24, as CUPTI numbers them.
struct MemcpyRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint64_t bytes;
  std::uint64_t graph_node;
  std::uint32_t graph;
  std::uint32_t device, context, stream;
  std::uint32_t from_device, to_device;  // for peer copies; otherwise both are `device`
};
static_assert(sizeof(MemcpyRecord) == 72);

/// aux: memory kind.
struct MemsetRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint64_t bytes;
  std::uint64_t graph_node;
  std::uint32_t graph;
  std::uint32_t device, context, stream;
  std::uint32_t value;
  std::uint32_t reserved;
};
static_assert(sizeof(MemsetRecord) == 72);

/// A call for which no callback was enabled. aux: callback id | domain << 24.
struct ApiRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint32_t tid;
  std::int32_t result;
  std::uint32_t api;  // string
  std::uint32_t reserved;
};
static_assert(sizeof(ApiRecord) == 48);

/// aux: CUPTI's type: 1 event, 2 stream waits for event, 3 stream, 4 context.
struct SyncRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint64_t event_sync;  // links the event's record to its waiters; 0: none
  std::uint32_t context;
  std::uint32_t stream;  // 0xFFFFFFFF: none
  std::uint32_t event;   // 0xFFFFFFFF: none
  std::uint32_t result;
};

/// aux: CUPTI's kind of overhead.
struct OverheadRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint32_t tid;
  std::uint32_t reserved;
};

/// Memory allocated or freed by the program (at the level of cudaMalloc). aux: operation | kind <<
/// 8.
struct MemoryRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint64_t correlation;
  std::uint64_t address;
  std::uint64_t bytes;
  std::uint32_t device, context, stream;
  std::uint32_t tid;
};

/// A launch of a graph as a whole, instead of its nodes.
struct GraphRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint32_t graph;
  std::uint32_t device, context, stream;
};

struct CudaEventRecord {
  RecordHeader header;
  std::int64_t time_ns;  // on the device; 0: unknown
  std::uint64_t correlation;
  std::uint64_t event_sync;
  std::uint32_t event;
  std::uint32_t device, context, stream;
};

/// aux: string, the device's name.
struct DeviceRecord {
  RecordHeader header;
  std::uint64_t memory_bytes;
  std::uint64_t bandwidth;  // KB/s
  std::uint32_t id;
  std::uint32_t sms;
  std::uint32_t warp_threads;
  std::uint32_t warps_per_sm, blocks_per_sm, shared_per_sm, registers_per_sm;
  std::uint32_t shared_per_block, registers_per_block, threads_per_block;
  std::uint32_t l2_bytes;
  std::uint32_t clock_khz;
  std::uint16_t major, minor;  // compute capability
  std::uint32_t ecc;
  std::uint8_t uuid[16];
};

struct ContextRecord {
  RecordHeader header;
  std::uint32_t context, device;
  std::uint32_t null_stream;
  std::uint32_t reserved;
};

struct StreamRecord {
  RecordHeader header;
  std::uint32_t context, stream;
  std::int32_t priority;
  std::uint32_t flag;
};

/// aux: 1 speed, 2 temperature, 3 power, 4 cooling, as CUPTI numbers them.
struct EnvironmentRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint32_t device;
  std::uint32_t values[5];  // as in CUpti_ActivityEnvironment's union, in its order
};

/// aux: entry kind | operation << 8.
struct JitRecord {
  RecordHeader header;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation;
  std::uint32_t device;
  std::uint32_t reserved;
};

}  // namespace lanescope::wire
