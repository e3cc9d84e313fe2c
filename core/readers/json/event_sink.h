// EventSink: decides what an event is and writes it as raw rows. Handles the phases of the Trace
// Event Format, but not JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/build/tracks/link_numbers.h"
#include "core/build/tracks/raw_slice_store.h"
#include "core/build/tracks/worker_tables.h"
#include "core/readers/json/field_reader.h"

namespace lanescope {

/// For text that often repeats from one event to the next: keeps its number to avoid a table
/// lookup.
class RepeatedText {
 public:
  LocalId number(WorkerTables& tables, std::string_view token) {
    if (token != text_ || number_ == kNoLocal) {
      text_ = token;
      number_ = tables.text(token);
    }
    return number_;
  }

 private:
  std::string text_;
  LocalId number_ = kNoLocal;
};

class EventSink {
 public:
  /// `links` is shared by all workers and must outlive this. `is_own`: this program has written the
  /// events, so a text in place of a thread's number is what an async event's lane is called.
  EventSink(RawSliceStore& store, WorkerTables& tables, std::uint32_t worker, LinkNumbers& links,
            bool is_own);

  /// Rows are added to `batch` from now on, which is for another part of the text.
  void begin_batch(RawBatch& batch);
  /// `offset` is the event's text offset.
  void add(const EventFields& event, std::uint64_t offset);

 private:
  /// `phase` is '\0' if its text is not a single character.
  void add_timed(const EventFields& event, char phase, std::string_view phase_text);
  void add_python_id(const EventFields& event, RawRef frame);
  void add_slice(const EventFields& event, RawPhase phase);
  void add_instant(const EventFields& event);
  void add_counter(const EventFields& event);
  void add_flow(const EventFields& event, FlowPhase phase);
  void add_async(const EventFields& event, AsyncPhase phase, bool by_name);
  void add_metadata(const EventFields& event);
  void add_memory(const EventFields& event);
  void count_phase(std::string_view phase);
  /// nullopt if the end is out of range; the event is then set aside.
  [[nodiscard]] std::optional<Ns> duration_of(const EventFields& event);
  [[nodiscard]] std::uint32_t link_id(std::string_view token);
  [[nodiscard]] std::uint32_t link_id_of_text(std::string_view token);
  [[nodiscard]] LocalId slice_track(const EventFields& event, RawPhase phase);
  [[nodiscard]] bool is_named_stream(const EventFields& event) const;
  [[nodiscard]] LocalTrack lane(const EventFields& event, TrackRole role);
  [[nodiscard]] LocalId slice_track(const EventFields& event);
  [[nodiscard]] bool same_text(LocalId a, LocalId b) const;
  void issue(Issue kind, std::string_view example);
  /// Numbers a text; reports it if it is longer than what is kept.
  [[nodiscard]] LocalId text(std::string_view token);

  WorkerTables* tables_;
  LinkNumbers* links_;
  RepeatedText process_text_, thread_text_, flow_category_, flow_name_;
  RawSliceWriter writer_;
  CounterReader counter_reader_;
  RawBatch* batch_ = nullptr;
  bool is_own_;

  // The current event.
  std::uint64_t offset_ = 0;
  Place place_;
  Ns time_ns_ = 0;
  std::uint16_t category_ = 0;
  CategoryKind kind_ = CategoryKind::Other;
  LocalId process_ = 0, thread_ = 0;

  // The previous slice, for flow ends that follow it.
  LocalId last_process_ = kNoLocal, last_thread_ = kNoLocal;
  Ns last_start_ns_ = 0;
  std::uint32_t last_correlation_ = 0;
  RawRef last_ref_ = kNoRef;
};

}  // namespace lanescope
