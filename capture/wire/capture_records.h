// Records about the capture itself: its clocks, and what is missing.
#pragma once

#include <cstdint>

#include "capture/wire/record_header.h"

namespace lanescope::wire {

/// All clocks at one moment: once a second, and soon after the system clock was set.
struct ClockRecord {
  RecordHeader header;
  std::int64_t realtime_ns;
  std::int64_t monotonic_ns;
  std::int64_t monotonic_raw_ns;
  std::int64_t boottime_ns;
  std::uint64_t tsc;
  std::int64_t cupti_ns;  // 0: no CUPTI
  std::uint64_t reserved;
};
static_assert(sizeof(ClockRecord) == 64);

enum class GapReason : std::uint32_t {
  ChannelFull = 1,  // the reader was too slow
  Paused = 2,       // at the user's request
  Conflict = 3,     // another profiler has the GPU records
  NoChannel = 4,    // more threads than channels
  CuptiDropped = 5,
  NoBuffer = 6,  // CUPTI asked for more buffers than the limit
};

/// Missing records. aux: GapReason.
struct GapRecord {
  RecordHeader header;
  std::int64_t first_ns, last_ns;  // times of the missing records, as far as known
  std::uint64_t records;           // 0: not counted
  std::uint64_t bytes;
};

/// The agent's statistics, once a second. Counters are totals since the start.
struct StatsRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint64_t launches;       // API calls seen by callbacks
  std::uint64_t gpu_records;    // decoded from CUPTI's buffers
  std::uint64_t cupti_dropped;  // cuptiActivityGetNumDroppedRecords
  std::uint64_t trash_buffers;  // buffers handed out beyond the limit, with records lost
  std::uint64_t zero_time;      // kernels without timestamps
  std::uint64_t unknown_kind;   // CUPTI records of kinds we did not enable
  std::uint64_t undecodable;    // bytes at the end of buffers that form no record
  std::uint64_t buffer_bytes;   // of CUPTI buffers in use
  std::uint64_t rss_bytes;      // the agent's memory in the target
  std::uint64_t spent_ns;       // time in our callbacks, sampled and scaled
  std::uint64_t flushes;
};

enum class ConflictKind : std::uint32_t { Suspected = 1, Lost = 2, Resumed = 3 };

/// Another profiler took the GPU records or gave them back. aux: ConflictKind.
struct ConflictRecord {
  RecordHeader header;
  std::int64_t time_ns;
};

}  // namespace lanescope::wire
