#include "core/export/trace_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/bytes/gzip_writer.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/json_writer.h"
#include "core/base/threads/work.h"
#include "core/export/arrows.h"
#include "core/export/event_selection.h"
#include "core/export/made_counters.h"
#include "core/export/placed_events.h"
#include "core/export/redaction.h"
#include "core/export/trace_times.h"
#include "core/export/trace_words.h"
#include "core/export/unended_work.h"
#include "core/export/written_args.h"
#include "core/export/written_metadata.h"
#include "core/export/written_pieces.h"

namespace lanescope {
namespace {

/// Members of an event for which the writer has its own values.
constexpr std::array<std::string_view, 7> kWritten{"ph", "cat", "name", "pid", "tid", "ts", "dur"};

/// µs with three decimals.
std::string exact_micros(Ns time_ns) {
  const bool negative = time_ns < 0;
  const std::uint64_t whole =
      negative ? 0 - static_cast<std::uint64_t>(time_ns) : static_cast<std::uint64_t>(time_ns);
  return fmt::format("{}{}.{:03}", negative ? "-" : "", whole / 1000, whole % 1000);
}

class Writer {
 public:
  /// `base_ns`: what is subtracted from every time.
  Writer(const Snapshot& trace, const ReadEvent& read, const TextSink& sink,
         const TraceWriteOptions& options, Ns base_ns)
      : trace_(trace),
        read_(read),
        options_(options),
        selection_(trace, options.range),
        base_ns_(base_ns),
        args_(trace, read, true),
        pieces_(sink, options, selection_.slice_count()) {}

  bool run() {
    write_head();
    write_events();
    json_.end();
    json_.end();
    text_ += '\n';
    if (options_.tell_events) options_.tell_events(pieces_.events());
    return flush(0);
  }
  /// A list without its brackets.
  bool run_events() {
    json_.begin_array(JsonLayout::Rows);
    text_.clear();
    write_events();
    if (options_.tell_events) options_.tell_events(pieces_.events());
    return flush(0);
  }

 private:
  void write_events() {
    write_names();
    write_slices();
    write_instants();
    write_counters();
    if (options_.counters) write_made_counters();
    write_arrows();
  }

  /// A trace that was written in whole µs remains so: its readers allow for the rounding.
  [[nodiscard]] std::string micros(Ns time_ns) const {
    if (options_.whole_microseconds)
      return std::to_string((time_ns - (time_ns % 1000 + 1000) % 1000) / 1000);
    if (trace_.info.whole_microseconds && time_ns % 1000 == 0)
      return std::to_string(time_ns / 1000);
    return exact_micros(time_ns);
  }

  void write_time(Ns time_ns) {
    json_.key("ts");
    json_.token(micros(saturating_sub(time_ns, base_ns_)));
  }

  void write_head() {
    json_.begin_object(JsonLayout::Indented);
    json_.member("schemaVersion", 1);
    json_.member("baseTimeNanoseconds", saturating_add(trace_.info.base_ns.value_or(0), base_ns_));
    json_.member("displayTimeUnit", "ms");
    for (const auto& [key, value] :
         written_metadata(trace_, options_.redaction, options_.range, base_ns_)) {
      const bool as_in_file = trace_.info.metadata.find(key) != nullptr;
      json_.key(key);
      json_.value(value, key == "deviceProperties" && !as_in_file ? JsonLayout::Spaced
                                                                  : JsonLayout::Compact);
    }
    json_.begin_array("traceEvents", JsonLayout::Indented);
  }

  void begin_event(std::string_view phase) {
    pieces_.add_event();
    json_.begin_object();
    json_.member("ph", phase);
  }

  template <typename Value>
  void write_fact(const Track& track, std::string_view what, std::string_view key, Value value) {
    begin_event("M");
    json_.member("name", what);
    words_.track(track);
    json_.member("ts", 0);
    json_.begin_object("args");
    json_.member(key, value);
    json_.end();
    json_.end();
  }

  void write_names() {
    std::set<StringId> named, sorted;
    for (const Track& track : trace_.tracks) {
      if (track.process_name != StringId::Empty && named.insert(track.process).second)
        write_fact(track, "process_name", "name",
                   words_.given(&Redaction::process_name, trace_.text(track.process_name)));
      if (track.name != StringId::Empty)
        write_fact(track, "thread_name", "name",
                   words_.given(&Redaction::thread_name, trace_.text(track.name)));
      if (track.process_sort != Track::kNoSort && sorted.insert(track.process).second)
        write_fact(track, "process_sort_index", "sort_index", track.process_sort);
      if (track.thread_sort != Track::kNoSort)
        write_fact(track, "thread_sort_index", "sort_index", track.thread_sort);
    }
  }

  struct EventWords {
    EventId id;
    CategoryId category;
    StringId name;
    EventId link = EventId::None;  // see TrackChunk::link
  };

  /// Writes "args" and the other members that the writer does not produce itself.
  void write_rest(const Track& track, const EventWords& event) {
    if (!read_) return;
    const auto json = read_(event.id);
    const JsonObject* members = json ? json->object() : nullptr;
    const JsonObject none;
    bool has_args = false;
    for (const auto& [key, value] : members != nullptr ? *members : none) {
      if (key == "args") {
        has_args = true;
        write_args(track, value, event);
      } else if (std::ranges::find(kWritten, key) == kWritten.end()) {
        words_.member(key, value);
      }
    }
    if (!has_args) write_args(track, JsonValue{JsonObject()}, event);
  }

  void write_args(const Track& track, const JsonValue& args, const EventWords& event) {
    const JsonObject* members = args.object();
    if (members == nullptr) return;
    JsonObject written =
        args_.of(track, trace_.kind_of(event.category), *members, event.id, event.link);
    if (!written.empty()) words_.member("args", JsonValue{std::move(written)});
  }

  void write_slice(const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
    const EventId id = chunk.id_of(slice);
    const bool is_unended = is_unended_work(trace_, track, id);
    begin_event(is_unended ? "B" : "X");
    words_.names(chunk.category[slice], chunk.name[slice]);
    words_.track(track);
    write_time(chunk.start_ns[slice]);
    if (!is_unended) {
      json_.key("dur");
      json_.token(micros(chunk.dur_ns[slice]));
    }
    write_rest(track, {id, chunk.category[slice], chunk.name[slice], chunk.link[slice]});
    json_.end();
  }

  /// Spans that may overlap: a begin and an end, paired by the event id.
  void write_span(const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
    const EventWords words{chunk.id_of(slice), chunk.category[slice], chunk.name[slice]};
    write_async("b", track, words, chunk.start_ns[slice]);
    write_async("e", track, words, chunk.end_ns(slice));
  }

  /// An event that belongs to a process and a category but to no thread. Its lane has the
  /// category's name, or that of a track that other profilers name.
  void write_async(std::string_view phase, const Track& track, const EventWords& words, Ns at) {
    begin_event(phase);
    words_.names(words.category, words.name);
    json_.member("id", index_of(words.id));
    words_.process(track.process);
    const StringId category = trace_.categories[index_of(words.category)].name;
    if (track.thread != category) words_.thread(track.thread);
    write_time(at);
    const auto json = phase != "e" && read_ ? read_(words.id) : std::nullopt;
    if (const JsonValue* args = json ? json->find("args") : nullptr)
      write_args(track, *args, words);
    json_.end();
  }

  void write_slices() {
    for (const Placed& placed : placed_slices(trace_, selection_)) {
      const SliceRef at = *trace_.find_slice(EventId{placed.number});
      if (at.track->kind == TrackKind::Async) {
        write_span(*at.track, *at.chunk, at.slice);
      } else {
        write_slice(*at.track, *at.chunk, at.slice);
      }
      pieces_.add_slice();
      if (!flush(WrittenPieces::kPieceBytes)) return;
    }
  }

  void write_instants() {
    if (!trace_.instants || !pieces_.wanted()) return;
    for (const Placed& placed : placed_instants(*trace_.instants, selection_)) {
      write_instant(*trace_.instants, placed.number);
      if (!flush(WrittenPieces::kPieceBytes)) return;
    }
  }

  void write_instant(const InstantTable& table, std::uint32_t i) {
    const EventId id{index_of(table.first_id) + i};
    const auto after = std::ranges::upper_bound(table.track_begin, i);
    const Track& track =
        trace_.tracks[static_cast<std::size_t>(after - table.track_begin.begin()) - 1];
    if (track.kind == TrackKind::Async)
      return write_async("n", track, {id, table.category[i], table.name[i]}, table.time_ns[i]);
    begin_event("i");
    words_.names(table.category[i], table.name[i]);
    words_.track(track);
    write_time(table.time_ns[i]);
    write_rest(track, {id, table.category[i], table.name[i]});
    json_.end();
  }

  /// The curve of a sample; `stream`: the stream that it is about.
  struct Curve {
    std::string_view name, series;
    StringId process;
    std::optional<std::int64_t> stream;
  };

  void write_sample(const Curve& curve, Ns time_ns, double value) {
    begin_event("C");
    json_.member("name", curve.name);
    if (curve.stream) json_.member("id", *curve.stream);
    words_.process(curve.process);
    write_time(time_ns);
    json_.begin_object("args");
    json_.key(curve.series);
    json_.quantity(value);
    json_.end();
    json_.end();
    flush(WrittenPieces::kPieceBytes);
  }

  void write_counters() {
    for (const auto& counter : trace_.counters) {
      const std::string_view series = trace_.text(counter->series);
      const Curve curve{words_.given(&Redaction::counter, trace_.text(counter->name)),
                        series.empty() ? "value" : words_.given(&Redaction::series, series),
                        counter->process, std::nullopt};
      for (std::size_t i = 0; i < counter->time_ns.size() && pieces_.wanted(); ++i) {
        if (std::isfinite(counter->value[i]) && selection_.has_time(counter->time_ns[i]))
          write_sample(curve, counter->time_ns[i], counter->value[i]);
      }
    }
  }

  void write_made_counters() {
    for (const MadeCounter& counter : made_counters(trace_, read_, options_.range)) {
      const Curve curve{words_.given(&Redaction::counter, counter.name),
                        words_.given(&Redaction::series, counter.series), counter.process,
                        counter.stream};
      for (const MadeCounter::Sample& sample : counter.samples) {
        if (!pieces_.wanted()) return;
        write_sample(curve, sample.time_ns, sample.value);
      }
    }
  }

  void write_arrows() {
    if (!pieces_.wanted()) return;
    std::uint64_t made = 0;
    for_each_arrow(trace_, selection_, [&](const FlowHalf& end) {
      made += end.made ? 1 : 0;
      begin_event({&end.phase, 1});
      json_.member("id", end.id);
      words_.track(*end.track);
      write_time(end.time_ns);
      if (end.has_category) json_.member("cat", words_.given(&Redaction::flow, end.category));
      json_.member("name", words_.given(&Redaction::flow, end.name));
      if (end.phase == 'f') json_.member("bp", "e");
      json_.end();
      return flush(WrittenPieces::kPieceBytes);
    });
    if (options_.tell_made_arrows && made != 0) options_.tell_made_arrows(made / 2);
  }

  bool flush(std::size_t least) {
    if (pieces_.pass(text_, least)) text_.clear();
    return pieces_.wanted();
  }

  const Snapshot& trace_;
  const ReadEvent& read_;
  const TraceWriteOptions& options_;
  const EventSelection selection_;
  const Ns base_ns_;  // subtracted from every time
  const WrittenArgs args_;
  std::string text_;
  JsonWriter json_{text_};
  TraceWords words_{trace_, options_.redaction, json_};
  WrittenPieces pieces_;
};

}  // namespace

Ns moved_base_ns(const Snapshot& trace) {
  const bool knows_base = trace.info.base_ns && *trace.info.base_ns != 0;
  if (knows_base || trace.extent.empty()) return 0;
  const Ns begin_ns = trace.extent.begin_ns;
  const TimeRange times = trace_times(trace);
  // Readers set aside what is further from 0 than kLargestTime.
  const bool fits = saturating_sub(times.end_ns, begin_ns) <= kLargestTime &&
                    saturating_sub(times.begin_ns, begin_ns) >= -kLargestTime;
  return fits ? begin_ns : 0;
}

bool write_trace(const Snapshot& trace, const ReadEvent& read, const TextSink& sink,
                 const TraceWriteOptions& options) {
  const Ns moved_ns = options.own_times ? 0 : moved_base_ns(trace);
  return Writer(trace, read, sink, options, moved_ns).run();
}

bool write_trace_events(const Snapshot& trace, const ReadEvent& read, const TextSink& sink,
                        Ns base_ns, const TraceWriteOptions& options) {
  const Ns moved_ns = saturating_sub(base_ns, trace.info.base_ns.value_or(0));
  return Writer(trace, read, sink, options, moved_ns).run_events();
}

std::optional<Error> write_to_file(const std::string& path,
                                   const std::function<bool(const TextSink&)>& write,
                                   const TraceWriteOptions& options) {
  auto file = FileReplacement::begin(path, options.most_rights);
  if (!file.ok()) return file.error();
  const bool packed = ends_ignoring_case(path, ".gz");
  GzipWriter gzip;
  std::optional<Error> problem;
  const auto put = [&](std::string_view text, bool last) {
    std::string bytes;
    if (packed) gzip.compress(text, last, bytes);
    problem = file.value().write(packed ? std::string_view(bytes) : text);
    return !problem;
  };
  const bool whole = write([&](std::string_view text) { return put(text, false); });
  if (!problem && whole) put({}, true);
  if (problem) return problem;
  if (!whole || (options.stop && options.stop()))
    return Error{Error::Kind::Cancelled, "was stopped"};
  return file.value().commit();
}

std::optional<Error> write_trace_file(const std::string& path, const Snapshot& trace,
                                      const ReadEvent& read, const TraceWriteOptions& options) {
  return write_to_file(
      path, [&](const TextSink& sink) { return write_trace(trace, read, sink, options); }, options);
}

}  // namespace lanescope
