// What a reader hands to the builder: plain rows in the order of the file, with names and tracks
// numbered by the worker that parsed them. The builder renumbers when it gathers.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/place.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Events further from 1970 than this (146 years) are set aside: no difference of two times that
/// are kept overflows.
inline constexpr Ns kLargestTime = kMaxNs / 2;

/// A number given out by one worker's tables; see worker_tables.h.
using LocalId = std::uint32_t;
inline constexpr LocalId kNoLocal = 0xFFFFFFFFU;

/// A slice's place in the raw store: block number << 16 | row.
using RawRef = std::uint32_t;
inline constexpr RawRef kNoRef = 0xFFFFFFFFU;

enum class RawPhase : std::uint8_t { Complete, Begin, End };

/// 32 bytes: these rows are what a load holds most of.
struct RawSlice {
  Ns start_ns = 0;
  Ns dur_ns = 0;  // Complete only
  Place place;
  LocalId name = 0;
  LocalId lane = 0;  // track, category and phase
};
static_assert(sizeof(RawSlice) == 32);

/// The ids of a slice that has any.
struct RawLink {
  RawRef slice = kNoRef;
  std::uint32_t correlation = 0;  // 0: none
  std::uint32_t external_id = 0;  // 0: none
};

/// The number that the profiler gave a Python frame: it counts them up as they are entered.
struct RawPythonId {
  RawRef slice = kNoRef;
  std::uint32_t id = 0;
};

struct RawInstant {
  Ns time_ns = 0;
  Place place;
  LocalId name = 0;
  LocalId track = 0;
  std::uint16_t category = 0;
};

/// The numbers of a [memory] instant, beside its RawInstant.
struct RawMemory {
  std::uint32_t instant = 0;  // index in the batch
  std::int32_t device_type = 0;
  std::int32_t device_id = -1;
  bool has_totals = false;
  std::int64_t index = -1;  // rises with the records; -1: not told
  std::int64_t address = 0, bytes = 0, allocated = 0, reserved = 0;
};

struct RawCounter {
  Ns time_ns = 0;
  double value = 0;
  LocalId counter = 0;
  bool first_of_event = true;  // an event with several series gives several samples
  Place place = {};
};

struct RawFlow {
  Ns time_ns = 0;
  std::uint64_t id = 0;
  Place place;
  std::uint32_t carrier = 0;  // `on_slice`: the RawRef of the slice it sits on, which the reader
                              // had just seen and which has its time, thread and id; else its
                              // local track
  std::uint16_t kind = 0;     // local
  FlowPhase phase = FlowPhase::Start;
  bool on_slice = false;
};
static_assert(sizeof(RawFlow) == 32);

enum class AsyncPhase : std::uint8_t { Begin, End, Instant };

struct RawAsync {
  Ns time_ns = 0;
  std::uint64_t id = 0;  // of (category, id, scope), and of the name for the legacy phases, whose
                         // ends match by name
  Place place;
  LocalId name = 0;
  LocalId track = 0;
  LocalId lane = 0;  // for the span
  std::uint16_t category = 0;
  AsyncPhase phase = AsyncPhase::Begin;
};

/// A run of refs [begin, end) in one block.
struct RawRun {
  RawRef begin = 0;
  RawRef end = 0;
};

/// Events of one stretch of text. Slices live in the RawSliceStore; here are their runs, in the
/// order of the file.
struct RawBatch {
  std::uint32_t worker = 0;
  std::vector<RawRun> slices;
  std::vector<RawLink> links;
  std::vector<RawPythonId> python_ids;
  std::vector<RawInstant> instants;
  std::vector<RawMemory> memory;
  std::vector<RawCounter> counters;
  std::vector<RawFlow> flows;
  std::vector<RawAsync> asyncs;
};

}  // namespace lanescope
