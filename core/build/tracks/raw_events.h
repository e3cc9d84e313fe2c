// What a reader passes to the builder: plain rows in file order, with names and tracks numbered by
// the worker that parsed them. The builder renumbers them when it merges the workers.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/place.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A number assigned by one worker's tables; see worker_tables.h.
using LocalId = std::uint32_t;
inline constexpr LocalId kNoLocal = 0xFFFFFFFFU;

/// A slice's position in the raw store: block number << 16 | row.
using RawRef = std::uint32_t;
inline constexpr RawRef kNoRef = 0xFFFFFFFFU;

/// Nested: complete, and of slices with the same times the order of their begins says which is the
/// outer one, whatever they are.
enum class RawPhase : std::uint8_t { Complete, Begin, End, Nested };

constexpr bool is_whole(RawPhase phase) {
  return phase == RawPhase::Complete || phase == RawPhase::Nested;
}

/// 32 bytes: these rows are most of what a load holds.
struct RawSlice {
  Ns start_ns = 0;
  Ns dur_ns = 0;  // of whole ones only
  Place place;
  LocalId name = 0;
  LocalId lane = 0;  // index of its LocalSliceKind: track, category and phase
};
static_assert(sizeof(RawSlice) == 32);

/// The ids of a slice, if it has any.
struct RawLink {
  RawRef slice = kNoRef;
  std::uint32_t correlation = 0;  // 0: none
  std::uint32_t external_id = 0;  // 0: none
};

/// The number that the profiler gave to a Python frame, increasing in the order in which frames are
/// entered.
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

/// The numbers of a [memory] instant, which also has a RawInstant.
struct RawMemory {
  std::uint32_t instant = 0;  // index in the batch
  std::int32_t device_type = 0;
  std::int32_t device_id = -1;
  bool has_totals = false;
  std::int64_t index = -1;  // increases from record to record; -1 if unknown
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
  std::uint32_t carrier = 0;  // if `on_slice`, the RawRef of the slice that the half is on, which
                              // the reader has just seen and which has the same time, thread and
                              // id; otherwise its local track
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
  LocalId lane = 0;  // for the span: index of its LocalSliceKind
  std::uint16_t category = 0;
  AsyncPhase phase = AsyncPhase::Begin;
};

/// A run of refs [begin, end) in one block.
struct RawRun {
  RawRef begin = 0;
  RawRef end = 0;
};

/// Events of one section of the text. Slices are in the RawSliceStore; these are their runs, in
/// file order.
struct RawBatch {
  std::uint32_t worker = 0;
  std::vector<RawRun> slices;
  std::vector<RawLink> links;
  std::vector<RawPythonId> python_ids;
  std::vector<RawRef> with_stack;  // slices with the Python stack that led to them
  std::vector<RawInstant> instants;
  std::vector<RawMemory> memory;
  std::vector<RawCounter> counters;
  std::vector<RawFlow> flows;
  std::vector<RawAsync> asyncs;
};

}  // namespace lanescope
