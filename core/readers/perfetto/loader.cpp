#include "core/readers/perfetto/loader.h"

#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/files/stage_log.h"
#include "core/base/process_memory.h"
#include "core/base/threads/parallel.h"
#include "core/build/trace_builder.h"
#include "core/readers/perfetto/batches/packed_packets.h"
#include "core/readers/perfetto/batches/packet_queue.h"
#include "core/readers/perfetto/batches/packet_stream.h"
#include "core/readers/perfetto/event_rows.h"
#include "core/readers/perfetto/packets/other_packets.h"
#include "core/readers/perfetto/texts.h"
#include "core/readers/rows/missing_launches.h"
#include "core/store/own_members.h"

namespace lanescope::perfetto {
namespace {

constexpr std::uint64_t kToldPackets = 1U << 14;  // between two reports of progress
/// Small enough for what is read of a batch to stay in a core's cache.
constexpr std::size_t kBatchBytes = std::size_t{1} << 18;
constexpr std::uint64_t kTrimmedBytes = 16U << 20;

class Loader {
 public:
  /// `text` is read from its start; `source` is the same file for later use.
  Loader(std::shared_ptr<ByteSource> source, ByteSource& text, TraceInfo info,
         const LoadOptions& options)
      : source_(std::move(source)),
        info_(std::move(info)),
        stages_(info_.file),
        options_(&options),
        stream_(text) {
    sink_.begin_batch(batches_.front());
  }

  /// False if the file must be read again, with what grouped() tells then. `to_end`: also reads
  /// what is behind the place where that shows, so that it tells all.
  bool read(Grouped known, bool to_end) {
    pairing_.know(std::move(known));
    to_end_ = to_end;
    const std::size_t bytes = options_->slice_bytes != 0 ? options_->slice_bytes : kBatchBytes;
    PacketQueue queue(stream_, bytes, threads());
    while (PacketBatch* const batch = queue.next()) {
      if (!take(*batch)) break;
    }
    return !pairing_.wants_again();
  }

  [[nodiscard]] const Grouped& grouped() const { return pairing_.grouped(); }

  LoadedTrace result() {
    pairing_.finish();
    launches_.settle(batches_.front().links, tracks_);
    if (const std::uint64_t work = work_without_launch(batches_.front(), *tables_.front(), store_);
        work != 0)
      sink_.issue(Issue::LaunchNotRecorded, 0, "", work);
    flows_.finish(tracks_);
    tracks_.declare(*tables_.front());
    note_damage();
    describe();
    return build();
  }

 private:
  [[nodiscard]] unsigned threads() const {
    return options_->threads != 0 ? options_->threads : hardware_threads();
  }

  /// False if reading ends here.
  bool take(PacketBatch& batch) {
    consumed_bytes_ = batch.consumed_bytes;
    for (const ReadPacket& packet : batch.packets) {
      take(packet.bytes, packet, batch);
      if (!goes_on()) return false;
      if (is_compressed(packet.packet) && !take_inside()) return false;
    }
    return true;
  }

  /// What is inside the compressed packet that was taken.
  bool take_inside() {
    while (const auto inside = packed_.next()) {
      take(inside->bytes, *inside->packet, *inside->batch);
      if (!goes_on()) return false;
    }
    return true;
  }

  /// Looks now and then whether there is a reason to stop.
  bool goes_on() {
    if (++packets_ % kToldPackets != 0) return true;
    if (!to_end_ && pairing_.wants_again()) return false;
    stopped_ = !report_progress();
    return !stopped_;
  }

  Sequence& sequence_of(std::uint32_t number) {
    if (last_sequence_ != nullptr && last_sequence_->number == number) return *last_sequence_;
    const auto [at, fresh] = sequences_.try_emplace(number);
    if (fresh) at->second.number = number;
    last_sequence_ = &at->second;
    return at->second;
  }

  void broken(const PacketBytes& bytes, std::uint32_t kind) {
    sink_.lost(Issue::BrokenRecord, bytes.place.offset(), known_kind_name(kind));
  }

  /// `bytes` are the packet's, where they are in the file.
  void take(const PacketBytes& bytes, const ReadPacket& read, PacketBatch& batch) {
    const Packet& packet = read.packet;
    if (!read.whole) return broken(bytes, packet.kind);
    if (is_compressed(packet)) {
      if (const auto why = packed_.enter(bytes, read, batch); !why.empty())
        sink_.lost(Issue::BrokenRecord, bytes.place.offset(),
                   fmt::format("compressed packets: {}", why));
      return;
    }
    Sequence& sequence = sequence_of(packet.sequence);
    if (!take_state(bytes, packet, sequence)) return;
    if (packet.kind == 0) return;
    if (!take_data(bytes, read, batch.events, sequence)) broken(bytes, packet.kind);
  }

  /// False if the packet cannot be read.
  bool take_state(const PacketBytes& bytes, const Packet& packet, Sequence& sequence) {
    if (packet.previous_dropped) {
      // The first packet of a sequence says so too.
      if (!packet.state_cleared || sequence.seen)
        sink_.issue(Issue::PacketsLost, bytes.place.offset(),
                    fmt::format("writer {}", packet.sequence));
      sequence.valid = false;
    }
    sequence.seen = true;
    if (packet.state_cleared) sequence.clear();
    if (packet.needs_state && !sequence.valid) {
      sink_.lost(Issue::PacketWithoutState, bytes.place.offset(), known_kind_name(packet.kind));
      return false;
    }
    if (!packet.has_state) return true;
    const auto [interned, defaults] = read_packet_state(bytes.bytes);
    const bool whole =
        (defaults.empty() || sequence.take_defaults(defaults)) &&
        (interned.empty() || sequence.take_interned(bytes, interned, names_, index_.interned));
    if (!whole) broken(bytes, packet.kind);
    return whole;
  }

  /// The time on BOOTTIME; false if the packet has one that cannot be converted.
  bool take_time(const PacketBytes& bytes, const Packet& packet, const Sequence& sequence,
                 std::optional<Ns>& time_ns) {
    if (!packet.has_timestamp) return true;
    const std::uint32_t clock = packet.clock != 0     ? packet.clock
                                : sequence.clock != 0 ? sequence.clock
                                                      : kBoottime;
    time_ns = clocks_.boottime(packet.sequence, clock, packet.timestamp);
    if (!time_ns)
      sink_.lost(Issue::PacketWithoutClock, bytes.place.offset(), fmt::format("clock {}", clock));
    return time_ns.has_value();
  }

  /// False if the packet is broken.
  bool take_data(const PacketBytes& bytes, const ReadPacket& read, const EventFieldsList& events,
                 Sequence& sequence) {
    const Packet& packet = read.packet;
    if (packet.kind == kClockSnapshot) return clocks_.take_snapshot(packet.sequence, packet.data);
    std::optional<Ns> time_ns;
    if (!take_time(bytes, packet, sequence, time_ns)) return true;
    switch (packet.kind) {
      case kTrackEvent:
        return events_.read(bytes, events, events[read.item], sequence, time_ns);
      case kTrackDescriptor:
        return tracks_.describe(packet.data);
      case kProcessDescriptor:
        return tracks_.describe_process(packet.data);
      case kThreadDescriptor:
        return tracks_.describe_thread(packet.data, sequence.pid, sequence.tid, sequence.legacy_us);
      case kProcessTree:
        return tracks_.take_process_tree(packet.data);
      case kGpuRenderStageEvent:
        return gpu_.read_stage(bytes, packet.data, sequence, time_ns);
      case kGpuCounterEvent:
        return gpu_.read_counters(bytes, packet.data, sequence, time_ns);
      case kGpuMemTotalEvent:
        return gpu_.read_memory(bytes, packet.data, time_ns);
      default:
        others_.note(packet.kind, bytes.place.offset());
        return true;
    }
  }

  /// False if the user canceled.
  bool report_progress() const {
    LoadProgress* progress = options_->progress;
    if (progress == nullptr) return true;
    progress->bytes_done = consumed_bytes_;
    progress->events = tables_.front()->events;
    return !progress->cancel;
  }

  void note_damage() {
    if (const auto at = stream_.cut_off()) sink_.lost(Issue::CutOffEvent, *at, "");
    DamagedBytes damage = stream_.damage();
    damage.add(packed_.damage());
    if (damage.bytes != 0)
      sink_.issue(Issue::DamagedChunk, damage.first, fmt::format("{} bytes", damage.bytes));
    if (source_->changed()) sink_.issue(Issue::FileChanged, 0, info_.file);
    if (events_.repeated() != 0) sink_.issue(Issue::RepeatedDispatch, 0, "", events_.repeated());
    if (const std::uint64_t queues = tracks_.rocprof_queues(); queues != 0)
      sink_.issue(Issue::MovedEdges, 0, "", queues);
  }

  void describe() {
    if (auto counts = others_.report(sink_)) info_.metadata = *std::move(counts);
    info_.format = "perfetto";
    own_.describe(info_);
    if (is_assumed_running(info_.metadata)) sink_.issue(Issue::AssumedRunning, 0, "");
    info_.base_ns = clocks_.unix_base_ns();
    info_.text_bytes = stream_.bytes_read();
  }

  LoadedTrace build() {
    const bool complete = !stopped_ && !stream_.cut_off() && source_->damage().empty();
    LoadedTrace out;
    stages_.done("reading");
    const bool large = info_.text_bytes > kTrimmedBytes;
    std::string step_prefix = step_prefix_of(info_.metadata);
    BuildInput input{store_,
                     tables_,
                     batches_,
                     std::move(info_),
                     complete,
                     threads(),
                     options_->progress,
                     std::nullopt,
                     std::move(step_prefix),
                     tracks_.has_own_tracks()};
    input.offset_in_file = [this](std::uint64_t at) { return packed_.in_file(at); };
    out.snapshot = build_snapshot(std::move(input));
    index_.interned.sort();
    index_.bundles = packed_.take_bundles();
    index_.ends = pairing_.take_ends();
    out.texts = event_texts(std::move(source_), std::move(index_));
    if (large) return_freed_memory();
    if (options_->progress != nullptr) options_->progress->phase = LoadPhase::Done;
    return out;
  }

  std::shared_ptr<ByteSource> source_;
  TraceInfo info_;
  StageLog stages_;
  const LoadOptions* options_;
  PacketStream stream_;
  PackedPackets packed_;
  RawSliceStore store_;
  std::vector<std::unique_ptr<WorkerTables>> tables_ = one_worker();
  std::vector<RawBatch> batches_ = std::vector<RawBatch>(1);
  RowSink sink_{store_, *tables_.front()};
  Names names_{*tables_.front()};
  Tracks tracks_{names_};
  Flows flows_{batches_.front(), *tables_.front()};
  Pairing pairing_{sink_, flows_, tracks_};
  LaunchNumbers launches_;
  Clocks clocks_;
  OwnMembers own_;
  TrackSpans spans_{sink_};
  Rows rows_{sink_,    *tables_.front(), batches_.front(), names_, tracks_, flows_,
             pairing_, launches_,        clocks_,          own_,   spans_};
  TrackEvents events_{rows_};
  GpuEvents gpu_{rows_};
  std::map<std::uint32_t, Sequence> sequences_;
  Sequence* last_sequence_ = nullptr;
  OtherPackets others_;
  Index index_;
  std::uint64_t packets_ = 0, consumed_bytes_ = 0;
  bool stopped_ = false, to_end_ = false;
};

}  // namespace

Result<LoadedTrace> load_trace(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                               const LoadOptions& options) {
  if (options.progress != nullptr) options.progress->bytes_total = info.file_bytes;
  auto loader = std::make_unique<Loader>(source, *source, info, options);
  if (loader->read({}, false)) return loader->result();
  // Rare: slices were paired before it was known how their writer orders its events. The first time
  // that mostly shows soon; the second time all of the file is read, so a third one learns nothing.
  std::unique_ptr<ByteSource> again;
  for (int reads = 2;; ++reads) {
    Grouped grouped = loader->grouped();
    loader.reset();
    again = again_source(*source);
    loader = std::make_unique<Loader>(source, *again, info, options);
    if (loader->read(std::move(grouped), true) || reads == 3) return loader->result();
  }
}

}  // namespace lanescope::perfetto
