// EventSink: decides what an event is and writes it as raw rows. Knows the Trace Event Format's
// phases, not JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/build/tracks/raw_slice_store.h"
#include "core/build/tracks/worker_tables.h"
#include "core/readers/json/counter_reader.h"
#include "core/readers/json/event_fields.h"

namespace lanescope {

/// A text that often repeats from one event to the next keeps its number without a look into the
/// table.
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
  EventSink(RawSliceStore& store, WorkerTables& tables, std::uint32_t worker);

  /// What is added goes to `batch` from now on; it belongs to another stretch of the text.
  void begin_batch(RawBatch& batch);
  /// `offset`: text offset of the event.
  void add(const EventFields& event, std::uint64_t offset);

 private:
  /// `phase` is '\0' where its text is not one letter.
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
  /// nullopt where the end is beyond all times: the event is set aside then.
  [[nodiscard]] std::optional<Ns> duration_of(const EventFields& event);
  [[nodiscard]] std::uint32_t link_id(std::string_view token);
  [[nodiscard]] std::uint32_t link_id_of_text(std::string_view token);
  [[nodiscard]] LocalId slice_track(const EventFields& event, RawPhase phase);
  [[nodiscard]] LocalTrack lane(const EventFields& event, TrackRole role);
  [[nodiscard]] LocalId slice_track(const EventFields& event);
  [[nodiscard]] bool same_text(LocalId a, LocalId b) const;
  void issue(Issue kind, std::string_view example);
  /// Numbers a text, and tells when it is longer than is kept.
  [[nodiscard]] LocalId text(std::string_view token);

  WorkerTables* tables_;
  RepeatedText process_text_, thread_text_, flow_category_, flow_name_;
  RawSliceWriter writer_;
  CounterReader counter_reader_;
  RawBatch* batch_ = nullptr;

  // Of the event at hand.
  std::uint64_t offset_ = 0;
  Place place_;
  Ns time_ns_ = 0;
  std::uint16_t category_ = 0;
  CategoryKind kind_ = CategoryKind::Other;
  LocalId process_ = 0, thread_ = 0;

  // The slice before, for flow halves that follow it.
  LocalId last_process_ = kNoLocal, last_thread_ = kNoLocal;
  Ns last_start_ns_ = 0;
  std::uint32_t last_correlation_ = 0;
  RawRef last_ref_ = kNoRef;
};

}  // namespace lanescope
