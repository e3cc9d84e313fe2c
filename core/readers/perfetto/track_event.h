// The fields of a TrackEvent, with names resolved.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/bytes/message_reader.h"
#include "core/readers/perfetto/sequence.h"

namespace lanescope::perfetto {

enum class EventType : std::uint8_t { Unknown = 0, Begin = 1, End = 2, Instant = 3, Counter = 4 };

/// Of events before Perfetto had tracks, which Chrome still writes.
struct LegacyEvent {
  char phase = 0;
  std::optional<std::uint64_t> name_id;
  std::int64_t duration_us = 0;
  std::string_view scope;
  char id_kind = 0;  // 'u'nscoped, 'l'ocal, 'g'lobal; 0 if there is no id
  std::uint64_t id = 0;
  std::optional<std::int64_t> pid, tid;
};

struct FlowId {
  std::uint64_t id = 0;
  bool terminates = false;
};

/// Reused from event to event, so that reading one allocates nothing.
struct TrackEvent {
  std::optional<EventType> type;
  std::optional<std::uint64_t> track;
  LocalId name = kNoLocal;
  EventCategory category;
  std::optional<std::int64_t> count;
  std::optional<double> value;
  std::optional<std::int64_t> delta_us, absolute_us;
  std::vector<std::uint64_t> extra_counters, extra_doubles;
  std::vector<std::int64_t> extra_counts;
  std::vector<double> extra_values;
  std::vector<FlowId> flows;
  std::vector<std::string_view> annotations;
  std::vector<std::uint64_t> gpu_events;  // that a launch submitted
  std::optional<LegacyEvent> legacy;

  /// False if the message is broken.
  bool read(std::string_view message, const Sequence& sequence, Names& names);

 private:
  void reset();
  void take_category(const EventCategory& one);
  bool take_time(const MessageField& field);
  bool take_list(const MessageField& field);
  bool take_legacy(std::string_view message);
  bool whole_ = true;
};

/// What torch.profiler writes as arguments of events, and is needed to link them.
struct EventArguments {
  std::optional<std::int64_t> correlation, external_id, device, stream;
  bool collective = false;
  std::optional<std::int64_t> address, bytes, device_type, device_id, allocated, reserved, index;
};
EventArguments arguments_of(const TrackEvent& event, const Sequence& sequence);

}  // namespace lanescope::perfetto
