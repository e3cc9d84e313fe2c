// RowSink: writes events of formats other than JSON as raw rows, as EventSink does for JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/build/tracks/raw_slice_store.h"
#include "core/build/tracks/worker_tables.h"

namespace lanescope {

/// The tables hold strings as JSON tokens; this converts plain text to one.
std::string json_token(std::string_view text);

class RowSink {
 public:
  RowSink(RawSliceStore& store, WorkerTables& tables, std::uint32_t worker = 0)
      : tables_(&tables), writer_(store, worker) {}

  /// Rows are added to `batch` from now on.
  void begin_batch(RawBatch& batch) { batch_ = &batch; }

  /// The following was written at that time on the records' clock; 0: unknown. Events more than a
  /// day away from all such times, or with impossible times, are set aside.
  void written_at(Ns time_ns);
  /// From the first to the last of these times; nullopt if there are none.
  [[nodiscard]] std::optional<TimeRange> recorded() const { return recorded_; }

  /// The latest end of all events that were kept; the smallest Ns if there are none.
  [[nodiscard]] Ns last_ns() const { return tables_->last_ns; }

  /// The store was released: start a new block.
  void begin_store() { writer_.begin_block(); }

  /// Of a text longer than WorkerTables::kLongestText the rest is cut off, and reported.
  LocalId text(std::string_view plain) {
    const std::string_view own = token(plain);
    if (own.size() > WorkerTables::kLongestText)
      issue(Issue::LongText, 0, plain.substr(0, kLongestExample));
    return tables_->text(own);
  }
  /// As it was given, but escaped as in JSON.
  [[nodiscard]] std::string_view text_of(LocalId text) const {
    const std::string_view token = tables_->texts[StringId{text}];
    return token.starts_with('"') ? token.substr(1, token.size() - 2) : token;
  }
  LocalId number(std::int64_t value) { return tables_->text(std::to_string(value)); }
  std::uint16_t category(std::string_view name) { return tables_->category(token(name)); }
  LocalId track(const LocalTrack& track) { return tables_->tracks.add(track); }
  LocalId lane(LocalId track, std::uint16_t category) {
    return tables_->lanes.add({track, category, RawPhase::Complete});
  }
  void name_process(LocalId process, LocalId name);
  /// A name that replaces all given by name_process, and those given here with a smaller `order`.
  void rename_process(LocalId process, LocalId name, std::uint64_t order);
  /// Where other tools show a process: below those with smaller numbers.
  void sort_process(LocalId process, std::int64_t sort);
  void name_thread(LocalId process, LocalId thread, LocalId name);
  /// A name that replaces those given before with a smaller `order`; an empty one takes them back.
  void rename_thread(LocalId process, LocalId thread, LocalId name, std::uint64_t order);

  /// Of an event of the file. One that ends before it begins has no length, and is reported.
  TimeRange range(Ns begin_ns, Ns end_ns, std::uint64_t offset, std::string_view example);

  struct Slice {
    LocalId track = 0;
    std::uint16_t category = 0;
    LocalId name = 0;
    Ns begin_ns = 0, end_ns = 0;
    Place place;
    std::uint32_t correlation = 0;
    std::uint32_t external_id = 0;
    std::uint16_t row = LocalSliceKind::kAnyRow;
    bool open = false;              // the end is unknown: it lasts until end_ns, or if that is not
                                    // behind begin_ns, to the end of the trace
    bool stack = false;             // has a Python stack
    bool links = false;             // GPU work: takes part in linking even without a correlation
    bool nested = false;            // see RawPhase::Nested; has a begin_order
    std::uint32_t begin_order = 0;  // of slices with the same times, the outer one has the smaller
                                    // number; 0: their names decide
    bool concluded = false;         // by the reader: it is no event of the file, and not counted
  };
  /// kNoRef if it is not kept.
  RawRef slice(const Slice& slice);
  /// The end of the latest slice of the track that is open at that time.
  void end_mark(const Slice& slice);
  void instant(LocalId track, std::uint16_t category, LocalId name, Ns time_ns, Place place);
  /// A value that is no finite number is reported as lost.
  void counter(LocalId process, LocalId name, Ns time_ns, double value);
  /// A value that an event has beside others, which counted the event.
  void further_counter(LocalId process, LocalId name, Ns time_ns, double value);
  /// The same for a counter that has a number in the tables.
  void sample(LocalId counter, Ns time_ns, double value, Place place);
  /// A "[memory]" instant with its values, as in torch.profiler traces; sets `memory.instant`.
  void memory(LocalId track, Ns time_ns, Place place, RawMemory memory);
  void async(const RawAsync& span);
  /// Where an arrow begins or ends: at the begin of a slice of the track.
  struct ArrowEnd {
    LocalId track = 0;
    Ns time_ns = 0;
    Place place;
  };
  /// An arrow that the reader concludes, like torch.profiler's "fwdbwd" from an operator to its
  /// backward one. It is no event of the file, and is not counted.
  void arrow(std::string_view name, const ArrowEnd& from, const ArrowEnd& to);
  void issue(Issue kind, std::uint64_t offset, std::string_view example, std::uint64_t count = 1) {
    tables_->issues.add(kind, offset, example, count);
  }
  /// Reports events that were lost.
  void lost(Issue kind, std::uint64_t offset, std::string_view example, std::uint64_t count = 1);

  /// Whether `numbers` definitions can be missing before `offset`. Numbers are consecutive, so only
  /// damage leaves some out. This bounds a table, which is as long as its largest number, by what
  /// can have been written.
  [[nodiscard]] bool may_miss(std::uint64_t numbers, std::uint64_t offset) {
    constexpr std::uint64_t kFew = 1U << 16, kLeastBytes = 16;
    if (missed_numbers_ + numbers > kFew + offset / kLeastBytes) return false;
    missed_numbers_ += numbers;
    return true;
  }

 private:
  static constexpr std::size_t kLongestExample = 100;

  /// As json_token, until the next one.
  std::string_view token(std::string_view plain);
  /// Why no event can have these times, if none can.
  [[nodiscard]] std::optional<Issue> impossible(TimeRange range) const;
  /// Counts an event. False if its times are impossible: it is reported and must not be kept.
  bool admit(char phase, std::uint16_t category, TimeRange range, std::uint64_t offset);
  /// Of one that was counted, or is no event of the file.
  void keep_times(TimeRange range);

  WorkerTables* tables_;
  RawSliceWriter writer_;
  RawBatch* batch_ = nullptr;
  std::optional<TimeRange> recorded_;
  std::string token_;  // kept, because its memory is
  std::uint64_t missed_numbers_ = 0, arrows_ = 0;
};

}  // namespace lanescope
