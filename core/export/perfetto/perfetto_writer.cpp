#include "core/export/perfetto/perfetto_writer.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/analysis/host/recorder.h"
#include "core/base/threads/work.h"
#include "core/export/event_selection.h"
#include "core/export/made_counters.h"
#include "core/export/perfetto/args_in_order.h"
#include "core/export/perfetto/packets.h"
#include "core/export/perfetto/written_flows.h"
#include "core/export/perfetto/written_order.h"
#include "core/export/perfetto/written_tracks.h"
#include "core/export/redaction.h"
#include "core/export/trace_times.h"
#include "core/export/unended_work.h"
#include "core/export/written_args.h"
#include "core/export/written_metadata.h"
#include "core/export/written_pieces.h"
#include "core/store/own_members.h"

namespace lanescope {
namespace {

using perfetto::WrittenFlow;
using perfetto::WrittenType;

class PerfettoWriter {
 public:
  PerfettoWriter(const Snapshot& trace, const ReadEvent& read, const TextSink& sink,
                 const TraceWriteOptions& options)
      : trace_(trace),
        read_(read),
        options_(options),
        selection_(trace, options.range),
        tracks_(trace, options.redaction, packets_),
        first_ns_(trace_times(trace).begin_ns),
        // Perfetto has no times before 0.
        shift_ns_(saturating_sub(0, std::min<Ns>(0, first_ns_))),
        args_(trace, read, false),
        ahead_(read, events_to_read()),
        flows_(options.redaction),
        pieces_(sink, options, selection_.slice_count()) {}

  bool run() {
    begin();
    collect_flows();
    for (const Track& track : trace_.tracks) {
      if (!pieces_.wanted()) break;
      write_track(track);
    }
    write_instants();
    write_loose_flows();
    write_counters();
    if (options_.counters) write_made_counters();
    write_members();
    if (options_.tell_events) options_.tell_events(pieces_.events());
    return flush(0);
  }

 private:
  using Lane = std::vector<Ns>;  // the ends of the slices that are open on it

  void begin() {
    const std::uint64_t at = first_time();
    std::optional<std::uint64_t> unix_ns;
    if (trace_.info.base_ns) {
      const Ns base_ns = saturating_sub(*trace_.info.base_ns, shift_ns_);
      const Ns real_ns = saturating_add(static_cast<Ns>(at), base_ns);
      if (real_ns >= 0) unix_ns = static_cast<std::uint64_t>(real_ns);
    }
    packets_.begin(at, unix_ns);
  }

  [[nodiscard]] std::uint64_t time(Ns time_ns) const {
    return static_cast<std::uint64_t>(std::max<Ns>(0, saturating_add(time_ns, shift_ns_)));
  }

  [[nodiscard]] std::uint64_t first_time() const {
    return time(first_ns_ == kMaxNs ? 0 : first_ns_);
  }

  [[nodiscard]] std::string_view given(std::string_view (Redaction::*replace)(std::string_view),
                                       std::string_view name) const {
    return options_.redaction == nullptr ? name : (options_.redaction->*replace)(name);
  }

  void collect_flows() {
    flows_.collect(trace_, selection_);
    for (std::uint64_t i = 0; i < flows_.ends(); ++i) pieces_.add_event();
    if (options_.tell_made_arrows && flows_.made_ends() != 0)
      options_.tell_made_arrows(flows_.made_ends() / 2);
  }

  /// `link`: see TrackChunk::link.
  std::optional<JsonObject> args_of(const Track& track, CategoryId category, EventId event,
                                    EventId link) {
    if (!read_) return std::nullopt;
    const auto json = ahead_.next(event);
    const JsonValue* args = json ? json->find("args") : nullptr;
    const JsonObject* members = args != nullptr ? args->object() : nullptr;
    JsonObject own = args_.of(track, trace_.kind_of(category),
                              members != nullptr ? *members : JsonObject(), event, link);
    if (options_.redaction == nullptr) return own;
    const JsonValue kept = options_.redaction->argument("args", JsonValue{std::move(own)});
    return kept.object() == nullptr ? std::nullopt : std::optional(*kept.object());
  }

  [[nodiscard]] std::string_view category_of(CategoryId category) const {
    const StringId name = trace_.categories[index_of(category)].name;
    return name == StringId::Empty ? "" : given(&Redaction::category, trace_.text(name));
  }

  [[nodiscard]] std::string_view name_of(CategoryId category, StringId name) const {
    if (options_.redaction == nullptr) return trace_.text(name);
    return options_.redaction->event_name(trace_.kind_of(category), trace_.text(name));
  }

  void write_end(const Track& track, std::size_t lane, Ns end_ns) {
    packets_.event(
        {.type = WrittenType::End, .track = tracks_.of(track, lane), .time_ns = time(end_ns)});
  }

  /// Ends what is over by then, the innermost first.
  void end_until(const Track& track, std::vector<Lane>& lanes, Ns time_ns) {
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      for (; !lanes[l].empty() && lanes[l].back() <= time_ns; lanes[l].pop_back())
        write_end(track, l, lanes[l].back());
    }
  }

  /// The first lane on which the slice is within what is open there.
  static std::size_t lane_for(std::vector<Lane>& lanes, Ns end_ns) {
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      if (lanes[l].empty() || lanes[l].back() >= end_ns) return l;
    }
    lanes.emplace_back();
    return lanes.size() - 1;
  }

  /// None without a reader. For the constructor, before anything is written.
  [[nodiscard]] std::vector<perfetto::ArgsInOrder::Placed> events_to_read() const {
    if (!read_) return {};
    return perfetto::events_in_order(trace_, selection_);
  }

  void write_track(const Track& track) {
    std::vector<Lane> lanes;
    for (const auto& chunk : track.chunks) count_work(Work::Events, chunk->size());
    perfetto::each_written_slice(track, selection_,
                                 [&](const TrackChunk& chunk, std::uint32_t slice) {
                                   write_slice(track, chunk, slice, lanes);
                                   return pieces_.wanted();
                                 });
    end_until(track, lanes, kMaxNs);
  }

  /// What gets no end must be in nothing that gets one: an end is of the latest begin.
  static std::size_t empty_lane(std::vector<Lane>& lanes) {
    const auto found = std::ranges::find_if(lanes, &Lane::empty);
    const auto lane = static_cast<std::size_t>(found - lanes.begin());
    if (found == lanes.end()) lanes.emplace_back();
    return lane;
  }

  void write_slice(const Track& track, const TrackChunk& chunk, std::uint32_t slice,
                   std::vector<Lane>& lanes) {
    const EventId id = chunk.id_of(slice);
    const Ns end_ns = chunk.end_ns(slice);
    end_until(track, lanes, chunk.start_ns[slice]);
    const bool is_unended = is_unended_work(trace_, track, id);
    const std::size_t lane = is_unended ? empty_lane(lanes) : lane_for(lanes, end_ns);
    if (!is_unended) lanes[lane].push_back(end_ns);
    const auto args = args_of(track, chunk.category[slice], id, chunk.link[slice]);
    const std::vector<WrittenFlow> flows = flows_.of(id);
    packets_.event({.type = WrittenType::Begin,
                    .track = tracks_.of(track, lane),
                    .time_ns = time(chunk.start_ns[slice]),
                    .category = category_of(chunk.category[slice]),
                    .name = name_of(chunk.category[slice], chunk.name[slice]),
                    .arguments = args ? &*args : nullptr,
                    .flows = &flows});
    pieces_.add_slice();
    pieces_.add_event();
    flush(WrittenPieces::kPieceBytes);
  }

  void write_instants() {
    if (!pieces_.wanted()) return;
    perfetto::each_written_instant(
        trace_, selection_, [&](const Track& track, const InstantTable& table, std::uint32_t i) {
          write_instant(track, table, i);
          return pieces_.wanted();
        });
  }

  void write_instant(const Track& track, const InstantTable& table, std::uint32_t i) {
    const EventId id = perfetto::id_of_instant(table, i);
    const auto args = args_of(track, table.category[i], id, EventId::None);
    packets_.event({.type = WrittenType::Instant,
                    .track = tracks_.of(track, 0),
                    .time_ns = time(table.time_ns[i]),
                    .category = category_of(table.category[i]),
                    .name = name_of(table.category[i], table.name[i]),
                    .arguments = args ? &*args : nullptr});
    pieces_.add_event();
    flush(WrittenPieces::kPieceBytes);
  }

  /// An arrow may begin or end within a slice, or where there is none: Perfetto's are of events.
  void write_loose_flows() {
    for (const perfetto::WrittenFlows::Loose& loose : flows_.loose()) {
      if (!pieces_.wanted()) return;
      const std::vector<WrittenFlow> flows{loose.flow};
      packets_.event({.type = WrittenType::Instant,
                      .track = tracks_.of(trace_.tracks[index_of(loose.track)], 0),
                      .time_ns = time(loose.time_ns),
                      .category = kMembersCategory,
                      .name = kArrowEvent,
                      .flows = &flows});
      flush(WrittenPieces::kPieceBytes);
    }
  }

  void write_sample(std::uint64_t track, Ns time_ns, double value) {
    packets_.event(
        {.type = WrittenType::Counter, .track = track, .time_ns = time(time_ns), .value = value});
    pieces_.add_event();
    flush(WrittenPieces::kPieceBytes);
  }

  void write_counters() {
    for (const auto& counter : trace_.counters) {
      std::string name(given(&Redaction::counter, trace_.text(counter->name)));
      const std::string_view series = trace_.text(counter->series);
      if (!series.empty() && series != "value")
        name += " / " + std::string(given(&Redaction::series, series));
      const std::uint64_t track =
          tracks_.counter(counter->process, trace_.text(counter->process_name), name);
      tracks_.note_counter(track, *counter);
      for (std::size_t i = 0; i < counter->time_ns.size() && pieces_.wanted(); ++i) {
        if (selection_.has_time(counter->time_ns[i]))
          write_sample(track, counter->time_ns[i], counter->value[i]);
      }
    }
  }

  void write_made_counters() {
    for (const MadeCounter& counter : made_counters(trace_, read_, options_.range)) {
      std::string name(given(&Redaction::counter, counter.name));
      if (counter.stream) name += "[" + std::to_string(*counter.stream) + "]";
      const std::uint64_t track = tracks_.counter(counter.process, "", name);
      for (const MadeCounter::Sample& sample : counter.samples) {
        if (!pieces_.wanted()) return;
        write_sample(track, sample.time_ns, sample.value);
      }
    }
  }

  /// What the trace says outside its events, and what no descriptor says of a track. Last, because
  /// tracks are described when they are first used.
  void write_members() {
    JsonObject members =
        written_metadata(trace_, options_.redaction, options_.range, saturating_sub(0, shift_ns_));
    if (recorded_format(trace_) == kTorchFormat)
      members.emplace_back(kRecordedAsMember, JsonValue{std::string(kTorchFormat)});
    if (trace_.info.whole_microseconds)
      members.emplace_back(kWholeMicrosecondsMember, JsonValue{true});
    if (flows_.ends() != 0) members.emplace_back(kFlowsMember, JsonValue{flows_.described()});
    members.emplace_back(kTracksMember, JsonValue{tracks_.described()});
    packets_.members(tracks_.global("About this trace"), first_time(), members);
  }

  bool flush(std::size_t least) {
    if (pieces_.pass(packets_.text(), least)) packets_.clear();
    return pieces_.wanted();
  }

  const Snapshot& trace_;
  const ReadEvent& read_;
  const TraceWriteOptions& options_;
  const EventSelection selection_;
  perfetto::Packets packets_;
  perfetto::WrittenTracks tracks_;
  const Ns first_ns_;  // kMaxNs if the trace has nothing
  const Ns shift_ns_;
  const WrittenArgs args_;
  perfetto::ArgsInOrder ahead_;
  perfetto::WrittenFlows flows_;
  WrittenPieces pieces_;
};

}  // namespace

bool write_perfetto(const Snapshot& trace, const ReadEvent& read, const TextSink& sink,
                    const TraceWriteOptions& options) {
  return PerfettoWriter(trace, read, sink, options).run();
}

std::optional<Error> write_perfetto_file(const std::string& path, const Snapshot& trace,
                                         const ReadEvent& read, const TraceWriteOptions& options) {
  return write_to_file(
      path, [&](const TextSink& sink) { return write_perfetto(trace, read, sink, options); },
      options);
}

}  // namespace lanescope
