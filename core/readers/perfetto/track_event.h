// The fields of a TrackEvent. They are read in two steps: what the bytes say, which any thread may
// do, and what that means for the sequence, which needs all packets before.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/bytes/message_reader.h"
#include "core/base/check.h"
#include "core/readers/perfetto/sequence.h"

namespace lanescope::perfetto {

class FieldCursor;

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

/// A category by its id, or by its name if that has data.
struct CategoryId {
  std::uint64_t id = 0;
  std::string_view name;
};

/// What few events have.
struct RareFields {
  std::optional<std::int64_t> delta_us, absolute_us;
  std::vector<std::uint64_t> extra_counters, extra_doubles;
  std::vector<std::int64_t> extra_counts;
  std::vector<double> extra_values;
  std::vector<std::uint64_t> gpu_events;  // that a launch submitted
  std::optional<LegacyEvent> legacy;

  void reset();
};

/// Where the values of one event are in a list for many.
struct ListRun {
  std::uint32_t first = 0, count = 0;
};

/// An argument of an event, as far as it is needed to link events. Most are a name's id and a
/// number.
struct Annotation {
  static constexpr std::uint32_t kHasNumber = 1U << 31U, kHasTextId = 1U << 30U,
                                 kHasMore = 1U << 29U, kFlags = kHasNumber | kHasTextId | kHasMore;

  const char* begin = nullptr;  // of its bytes
  std::uint32_t size = 0;
  std::uint32_t name = 0;   // its id, and what else there is
  std::int64_t number = 0;  // with kHasTextId, that id

  [[nodiscard]] std::string_view bytes() const { return {begin, size}; }
  /// 0: it is to be looked for in the bytes.
  [[nodiscard]] std::uint32_t name_id() const { return name & ~kFlags; }
  /// False: the number, if there is one, is in the bytes.
  [[nodiscard]] bool has_number() const { return (name & kHasNumber) != 0; }
  /// The value is an interned text.
  [[nodiscard]] bool has_text_id() const { return (name & kHasTextId) != 0; }
  /// There are ids in the bytes that are not here: of arguments in it, or in an unusual order.
  [[nodiscard]] bool has_more() const { return (name & kHasMore) != 0; }
};

/// What the bytes of an event say; they must outlive it. Small, because one thread writes it and
/// another reads it.
struct EventFields {
  std::uint64_t track = 0, name_id = 0;  // if it has them
  double value = 0;                      // of a counter, if it has one
  std::string_view name;                 // has data if the event has a name of its own
  ListRun categories, annotations, flows;
  std::uint32_t rare = std::numeric_limits<std::uint32_t>::max();  // none
  EventType type = EventType::Unknown;
  bool has_type = false, has_track = false, has_name_id = false;
  bool has_value = false, value_is_count = false;
  bool name_is_last = false;  // of the name and its id
  bool whole = true;

  [[nodiscard]] bool has_rare() const { return rare != std::numeric_limits<std::uint32_t>::max(); }
  /// Whether it is an end as nearly all are, which say nothing of their slice.
  [[nodiscard]] bool is_plain_end() const {
    return type == EventType::End && !has_rare() && !has_name_id && name.data() == nullptr &&
           categories.count == 0 && flows.count == 0;
  }
};

/// The events of a batch of packets. Cleared and filled again, so that reading allocates nothing.
class EventFieldsList {
 public:
  void clear();
  /// Returns the number of the event.
  std::uint32_t add(std::string_view message);

  [[nodiscard]] const EventFields& operator[](std::uint32_t event) const {
    LANESCOPE_SLOW_CHECK(event < events_.size(), "one of {} events, not {}", events_.size(), event);
    return events_[event];
  }
  [[nodiscard]] const RareFields& rare(const EventFields& event) const;
  [[nodiscard]] std::span<const CategoryId> categories(const EventFields& event) const {
    return std::span(categories_).subspan(event.categories.first, event.categories.count);
  }
  [[nodiscard]] std::span<const Annotation> annotations(const EventFields& event) const {
    return std::span(annotations_).subspan(event.annotations.first, event.annotations.count);
  }
  [[nodiscard]] std::span<const FlowId> flows(const EventFields& event) const {
    return std::span(flows_).subspan(event.flows.first, event.flows.count);
  }

 private:
  RareFields& rare_of(EventFields& event);
  bool take(const MessageField& field, EventFields& event);
  void add_annotation(std::string_view bytes);
  void take_annotations(FieldCursor& fields);
  void take_usual(FieldCursor& fields, EventFields& event);
  bool take_flows(const MessageField& field, bool terminates);
  bool take_rare(const MessageField& field, EventFields& event);

  std::vector<EventFields> events_;
  std::vector<CategoryId> categories_;
  std::vector<Annotation> annotations_;
  std::vector<FlowId> flows_;
  std::vector<RareFields> rare_;  // the first rare_count_ are in use
  std::uint32_t rare_count_ = 0;
};

/// An event with its names resolved. Filled again for the next event.
struct TrackEvent {
  std::optional<EventType> type;
  std::optional<std::uint64_t> track;
  LocalId name = kNoLocal;
  EventCategory category;
  std::optional<double> value;  // of a counter
  std::span<const FlowId> flows;
  std::span<const Annotation> annotations;
  const RareFields* rare = nullptr;

  void take(const EventFieldsList& events, const EventFields& fields, const Sequence& sequence,
            Names& names);

 private:
  void take_category(const EventCategory& one);
};

/// What torch.profiler writes as arguments of events, and is needed to link them.
struct EventArguments {
  std::optional<std::int64_t> correlation, external_id, device, stream;
  bool collective = false;
  std::optional<std::int64_t> address, bytes, device_type, device_id, allocated, reserved, index;
  std::optional<std::int64_t> process, thread;  // that launched it
  std::optional<std::int64_t> sequence_number;  // of autograd
};
EventArguments arguments_of(const TrackEvent& event, const Sequence& sequence);

}  // namespace lanescope::perfetto
