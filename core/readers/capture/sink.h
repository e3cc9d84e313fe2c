// CaptureSink: where what a capture tells becomes raw rows, as EventSink does for JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/build/tracks/raw_slice_store.h"
#include "core/build/tracks/worker_tables.h"

namespace lanescope {

/// Texts for the tables are JSON tokens; this makes one of plain text.
std::string json_token(std::string_view text);

class CaptureSink {
 public:
  CaptureSink(RawSliceStore& store, WorkerTables& tables, std::uint32_t worker = 0)
      : tables_(&tables), writer_(store, worker) {}

  /// What is added goes there from now on.
  void begin_batch(RawBatch& batch) { batch_ = &batch; }

  /// What comes was written at that time by the clock of the records; 0: nobody knows. Events that
  /// are further than a day from all such times are set aside, as is what lies beyond all times.
  void written_at(Ns time_ns);
  /// From the first of these times to the last; nullopt where none is known.
  [[nodiscard]] std::optional<TimeRange> recorded() const { return recorded_; }

  /// The last end of the events that are kept; the least of all times where there is none.
  [[nodiscard]] Ns last_ns() const { return tables_->last_ns; }

  /// The store was released: what comes goes to a fresh block.
  void begin_store() { writer_.begin_block(); }

  LocalId text(std::string_view plain) { return tables_->text(json_token(plain)); }
  LocalId number(std::int64_t value) { return tables_->text(std::to_string(value)); }
  std::uint16_t category(std::string_view name) { return tables_->category(json_token(name)); }
  LocalId track(const LocalTrack& track) { return tables_->tracks.add(track); }
  LocalId lane(LocalId track, std::uint16_t category) {
    return tables_->lanes.add({track, category, RawPhase::Complete});
  }
  void name_process(LocalId process, LocalId name);
  void name_thread(LocalId process, LocalId thread, LocalId name);

  struct Slice {
    LocalId track = 0;
    std::uint16_t category = 0;
    LocalId name = 0;
    Ns begin_ns = 0, end_ns = 0;
    Place place;
    std::uint32_t correlation = 0;
    std::uint16_t row = LocalSliceKind::kAnyRow;
    bool open = false;   // its end is not known
    bool links = false;  // GPU work: takes part in linking even without a correlation
  };
  void slice(const Slice& slice);
  void instant(LocalId track, std::uint16_t category, LocalId name, Ns time_ns, Place place);
  void counter(LocalId process, LocalId name, Ns time_ns, double value);
  /// A "[memory]" instant with its numbers, as torch.profiler has them; `memory.instant` is filled
  /// in.
  void memory(LocalId track, Ns time_ns, Place place, RawMemory memory);
  void async(const RawAsync& span);
  void issue(Issue kind, std::uint64_t offset, std::string_view example, std::uint64_t count = 1) {
    tables_->issues.add(kind, offset, example, count);
  }
  /// Something that is no event any more but was one.
  void lost(Issue kind, std::uint64_t offset, std::string_view example, std::uint64_t count = 1);

  /// Whether `numbers` of texts and the like can be missing before `offset`. They are given out one
  /// after the other, so only damage leaves some out, and a table that is as long as its largest
  /// number must not be longer than what can have been written.
  [[nodiscard]] bool may_miss(std::uint64_t numbers, std::uint64_t offset) {
    constexpr std::uint64_t kFew = 1U << 16, kLeastBytes = 16;
    if (missed_numbers_ + numbers > kFew + offset / kLeastBytes) return false;
    missed_numbers_ += numbers;
    return true;
  }

 private:
  /// Counts an event. False when its times cannot be right: it is told and must not be kept.
  bool admit(char phase, std::uint16_t category, TimeRange range, std::uint64_t offset);

  WorkerTables* tables_;
  RawSliceWriter writer_;
  RawBatch* batch_ = nullptr;
  std::optional<TimeRange> recorded_;
  std::uint64_t missed_numbers_ = 0;
};

}  // namespace lanescope
