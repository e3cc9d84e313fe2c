// Snapshot: an immutable trace. Everything after the builder reads it, from any thread. Keeping one
// costs no more than a copy of the shared_ptr.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/check.h"
#include "core/base/column.h"
#include "core/base/text/ids.h"
#include "core/base/text/json_value.h"
#include "core/base/text/string_table.h"
#include "core/base/time.h"
#include "core/store/category.h"
#include "core/store/gpu_class.h"
#include "core/store/load_report.h"
#include "core/store/track_chunk.h"

namespace lanescope {

enum class TrackKind : std::uint8_t {
  CpuThread,  // what a host thread recorded
  GpuStream,
  GpuAnnotation,  // gpu_user_annotation of a stream
  GpuSync,        // cuda_sync records of a stream
  Async,          // b/n/e spans of one process and category
  Profiler,       // the profiler's own rows: "Trace" spans, overhead
  Other,
  ThreadSamples,  // Python functions of a host thread, sampled from outside
  ThreadState,    // what it did or waited for, sampled from outside
};

/// Tracks of what was seen from outside, see is_sampled(CategoryKind).
constexpr bool is_sampled(TrackKind kind) {
  return kind == TrackKind::ThreadSamples || kind == TrackKind::ThreadState;
}

/// Where events are: a thread, a stream, and what is known about it. One (process, thread) of the
/// file may give several tracks: a stream's kernels, its annotations and its sync records have
/// separate tracks.
struct Track {
  TrackId id = TrackId::None;
  TrackKind kind = TrackKind::Other;
  bool has_spans = false;              // Async: from events with ids, not slices of a track
  StringId process = StringId::Empty;  // pid as text
  StringId thread = StringId::Empty;   // tid as text
  StringId process_name =
      StringId::Empty;  // from metadata, such as "python"; Empty if the file has none
  StringId name =
      StringId::Empty;  // from metadata, trimmed, such as "thread 25738 (python)"; Empty if none
  std::int64_t process_sort = 0;  // sort_index of the metadata; kNoSort if none
  std::int64_t thread_sort = 0;
  std::int64_t device = -1;  // GPU tracks: args.device, otherwise pid; -1 for others
  std::int64_t stream = -1;
  std::uint64_t slices = 0;
  std::uint32_t depth = 0;      // most slices open at once; 1 = no nesting
  std::uint64_t crossings = 0;  // slices that start inside another and end after it
  TimeRange bounds;
  std::vector<std::shared_ptr<const TrackChunk>> chunks;

  static constexpr std::int64_t kNoSort = INT64_MAX;
};

/// Instants of all tracks, sorted by (track, time). Their ids follow those of the slices.
struct InstantTable {
  EventId first_id = EventId::None;
  Column<Ns> time_ns;
  Column<StringId> name;
  Column<CategoryId> category;
  Column<Place> place;
  std::vector<std::uint32_t>
      track_begin;  // instants of track t: [track_begin[t], track_begin[t + 1])

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(time_ns.size()); }
};

/// One curve: samples (time, value), sorted by time; a value holds until the next sample.
struct CounterTrack {
  StringId process = StringId::Empty;
  StringId process_name = StringId::Empty;
  StringId name = StringId::Empty;    // the counter
  StringId series = StringId::Empty;  // the argument's key; Empty if there is only one
  std::uint64_t events = 0;
  Column<Ns> time_ns;
  Column<double> value;
  /// min and max of runs of kRun samples, for drawing when zoomed out.
  static constexpr std::uint32_t kRun = 16;
  Column<float> run_min, run_max;
  double min = 0, max = 0;
};

/// [memory] instants of one allocator, sorted by time.
struct MemoryTrack {
  std::int64_t device_type = 0;  // c10::DeviceType: 0 CPU, 1 CUDA, 6 HIP …
  std::int64_t device_id = -1;
  std::uint64_t events = 0;
  bool has_totals =
      false;  // false: old files, where `allocated` is the running sum of `bytes` from the start
  Column<Ns> time_ns;
  Column<std::int64_t> address;    // 0 if the file has none
  Column<std::int64_t> bytes;      // negative: freed
  Column<std::int64_t> allocated;  // after the event
  Column<std::int64_t> reserved;   // after the event; all 0 when !has_totals
  Column<EventId> event;           // the instant
  Column<float> run_min, run_max;  // of `allocated`, runs of CounterTrack::kRun
  std::int64_t peak_allocated = 0, peak_reserved = 0;
};

/// Flow halves of one (category, name).
struct FlowKind {
  StringId category = StringId::Empty;
  StringId name = StringId::Empty;
  bool has_category = true;
};
enum class FlowPhase : std::uint8_t { Start, Step, End };

/// Flow events, sorted by (kind, id, time). Keyed by (category, name, id), never by id alone.
struct FlowTable {
  std::vector<FlowKind> kinds;
  Column<std::uint64_t> id;  // the integer, or a hash of the text
  Column<Ns> time_ns;
  Column<TrackId> track;
  Column<EventId> slice;  // the slice it is bound to; None if no slice starts there
  Column<std::uint16_t> kind;
  Column<FlowPhase> phase;
  Column<Place> place;
  /// Indexes of the bound halves, sorted by slice: all flows of a slice are one equal range.
  Column<std::uint32_t> by_slice;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(id.size()); }
  /// The index after the last half of the flow that begins at `begin`: halves of one flow are
  /// adjacent.
  [[nodiscard]] std::uint32_t end_of_flow(std::uint32_t begin) const;
};

/// The GPU work that each launch call started: pairs sorted by launch. The other direction is
/// TrackChunk::link.
struct LaunchIndex {
  Column<EventId> launch;
  Column<EventId> gpu_event;
  /// GPU events whose correlation id is shared by several launches, with nothing to tell which one
  /// is theirs: they are paired with the likeliest one. Sorted.
  std::vector<EventId> guessed;
  [[nodiscard]] bool is_guessed(EventId event) const;
  /// Cost: log(pairs).
  [[nodiscard]] std::span<const EventId> events_of(EventId launch_call) const;
};

struct Step {
  StringId name = StringId::Empty;
  TimeRange range;
  EventId event = EventId::None;
};

struct DeviceInfo {
  std::int64_t id = 0;
  std::string name;
  std::optional<std::int64_t> total_memory_bytes, sms;
};

/// For a slice that was written as a begin and an end: the position of the end.
struct EndPlace {
  EventId event = EventId::None;
  Place place;
};

/// What the file says about itself outside its events.
/// The top-level member that holds TraceInfo::part, as [begin, end] in ns from baseTimeNanoseconds.
inline constexpr std::string_view kPartMember = "lanescopePartNs";

struct TraceInfo {
  std::string file;    // as named by the user
  std::string format;  // "kineto-json", "chrome-json", "lanescope-capture", or the name of a
                       // ConvertedFormat
  std::uint64_t file_bytes = 0, text_bytes = 0;
  std::optional<Ns> base_ns;  // baseTimeNanoseconds: add to every time for Unix time
  bool whole_microseconds =
      false;  // no time has a fraction: ends may be 1 µs early (kineto before 2024)
  bool has_collective_arguments = true;  // false: no slice has a "Collective name" (PyTorch < 2.2)
  std::vector<DeviceInfo> devices;       // by id
  std::optional<JsonValue> distributed;  // distributedInfo
  std::optional<TimeRange> part;         // only what overlaps this range of a trace was written
  JsonValue metadata;                    // the other top-level members, long ones truncated
};

/// Events of the file by their original spelling, each counted once.
struct EventCounts {
  std::uint64_t total = 0;
  std::map<std::string, std::uint64_t> by_phase, by_category;  // "(none)" if missing
  std::uint64_t slices = 0, instants = 0, counters = 0, flows = 0, async = 0,
                metadata = 0;  // stored, in source events
};

/// How many kernels were linked to their launch calls, operators and Python frames.
struct LinkCounts {
  std::uint64_t count = 0, with_launch = 0, with_op = 0, with_python = 0;
};

/// The share of each bin of time in which any GPU stream is busy, per device, for the overview.
struct BusyProfile {
  std::int64_t device = 0;
  TimeRange range;
  std::vector<float> share;  // bins of equal length
};

/// The track and chunk of a slice.
struct SliceRef {
  const Track* track = nullptr;
  const TrackChunk* chunk = nullptr;
  std::uint32_t slice = 0;  // in the chunk
};

/// The device of all nonempty GPU streams; nullopt if there is none or more than one.
std::optional<std::int64_t> only_device_of(std::span<const Track> tracks);

struct Snapshot {
  bool complete = false;  // false: a preview or a growing recording; nesting is provisional,
                          // links are missing or incomplete
  std::shared_ptr<const StringTable> strings;
  std::vector<Category> categories;
  std::vector<Track> tracks;  // index = TrackId
  std::shared_ptr<const InstantTable> instants;
  std::vector<std::shared_ptr<const CounterTrack>> counters;
  std::vector<std::shared_ptr<const MemoryTrack>> memory;  // sorted by (device_type, device_id)
  std::shared_ptr<const FlowTable> flows;
  std::shared_ptr<const LaunchIndex> launches;
  std::vector<Step> steps;  // what marks the steps, on host threads, by time
  /// Of kernels; of kernels, copies and fills; of work of other accelerators.
  LinkCounts kernel_links, gpu_links, device_links;
  std::vector<BusyProfile> gpu_busy;
  std::vector<KernelTraits> kernel_traits;  // by StringId; known for kernel names
  std::optional<std::int64_t> only_device;  // of the GPU work, if all of it is on one device
  EventCounts counts;
  LoadReport report;
  TraceInfo info;
  /// All slices except async spans, the profiler's own "Trace" spans and, if there is GPU work,
  /// those of samples; empty if the trace has no X events.
  TimeRange x_extent;
  /// The same, also if the trace has only begin/end pairs: what analyses cover if nothing else
  /// limits them. If the only slices are async spans, the same as `extent`.
  TimeRange slices_extent;
  /// Slices without those on the profiler's own tracks, counter samples and allocator records.
  /// Overhead counts only if there are no other slices, instants only if there is nothing else.
  TimeRange extent;
  std::uint32_t slice_count = 0;
  std::vector<EndPlace> end_places;  // of begin/end pairs, by event

  [[nodiscard]] std::string_view text(StringId id) const { return (*strings)[id]; }
  [[nodiscard]] CategoryKind kind_of(CategoryId id) const {
    LANESCOPE_SLOW_CHECK(index_of(id) < categories.size(), "category {} of {}", id,
                         categories.size());
    return categories[index_of(id)].kind;
  }

  /// Where a slice is stored; nullopt for instants and unknown ids. Cost: constant after
  /// index_chunks(), unless many chunks are tiny; log(chunks) before.
  [[nodiscard]] std::optional<SliceRef> find_slice(EventId id) const;

  /// The position of the text of a slice or an instant; nullopt for unknown ids.
  [[nodiscard]] std::optional<Place> place_of(EventId id) const;
  /// The position of the end event of a begin/end pair. O(log(pairs)).
  [[nodiscard]] std::optional<Place> end_place_of(EventId id) const;

  /// Everything that grows with the file, without the struct itself. Cost: a look at each column.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Chunks by first id; filled by the builder for find_slice.
  struct ChunkLocation {
    EventId first_id = EventId::None;
    TrackId track = TrackId::None;
    std::uint32_t chunk = 0;
  };
  std::vector<ChunkLocation> chunk_locations;
  /// The last chunk that begins at or before the first slice of each page of ids, and one more.
  std::vector<std::uint32_t> chunk_of_page;

  /// Call when chunk_locations and slice_count are complete.
  void index_chunks();

  std::vector<EventId> unended;  // sorted; slices whose end is not in the trace
  /// Sorted; the text offsets of events whose beginning is not in the trace.
  std::vector<std::uint64_t> begun_earlier;
  /// The names of the ranges that the user took for steps, see collect_chosen_steps(); empty if
  /// steps are those that were found.
  std::string chosen_steps;
};

}  // namespace lanescope
