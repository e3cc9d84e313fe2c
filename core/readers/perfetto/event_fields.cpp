// What the bytes of track events say.
#include <bit>
#include <cstring>

#include "core/base/check.h"
#include "core/readers/perfetto/packets/field_cursor.h"
#include "core/readers/perfetto/track_event.h"

namespace lanescope::perfetto {
namespace {

constexpr std::uint32_t kAnnotation = 4;
constexpr char kAnnotationTag = kAnnotation << 3U | 2U;
// Of annotations.
constexpr char kNameIdTag = 1U << 3U, kUintTag = 3U << 3U, kIntTag = 4U << 3U;
constexpr std::uint32_t kGpuCorrelation = 3000;  // an extension of TrackEvent

/// The numbers of a repeated field of eight bytes each, packed or not.
template <typename Visit>
bool each_fixed(const MessageField& field, const Visit& visit) {
  if (!field.is_bytes) {
    visit(field.value);
    return true;
  }
  std::string_view rest = field.bytes;
  for (; rest.size() >= sizeof(std::uint64_t); rest.remove_prefix(sizeof(std::uint64_t))) {
    std::uint64_t value = 0;
    std::memcpy(&value, rest.data(), sizeof value);
    visit(value);
  }
  return rest.empty();
}

/// Chrome's flows before Perfetto had them.
struct LegacyFlow {
  static constexpr std::uint64_t kNone = 0, kIn = 1, kOut = 2, kInAndOut = 3;
  std::optional<std::uint64_t> id;
  std::uint64_t direction = kNone;
};

bool read_legacy(std::string_view message, LegacyEvent& event, LegacyFlow& flow) {
  const auto take_id = [&event](char kind, std::uint64_t id) {
    event.id_kind = kind;
    event.id = id;
  };
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    switch (field->number) {
      case 1:
        event.name_id = field->value;
        break;
      case 2:
        event.phase = static_cast<char>(field->value & 0x7FU);
        break;
      case 3:
        event.duration_us = field->integer();
        break;
      case 6:
        take_id('u', field->value);
        break;
      case 7:
        event.scope = field->bytes;
        break;
      case 8:
        flow.id = field->value;
        break;
      case 10:
        take_id('l', field->value);
        break;
      case 11:
        take_id('g', field->value);
        break;
      case 13:
        flow.direction = field->value;
        break;
      case 18:
        event.pid = static_cast<std::int32_t>(field->value);
        break;
      case 19:
        event.tid = static_cast<std::int32_t>(field->value);
        break;
      default:
        break;
    }
  }
  return !fields.broken();
}

bool read_gpu_events(std::string_view message, std::vector<std::uint64_t>& ids) {
  MessageReader parts(message);
  while (const auto part = parts.next()) {
    if (part->number == 1) each_integer(*part, [&ids](std::uint64_t one) { ids.push_back(one); });
  }
  return !parts.broken();
}

/// Not null, also of an empty text.
std::string_view text_of(const MessageField& field) {
  return field.bytes.data() != nullptr ? field.bytes : std::string_view("");
}

/// A counter's value is the double that it has, and if there is none the integer.
void take_count(const MessageField& field, EventFields& event) {
  if (event.has_value && !event.value_is_count) return;
  event.value = static_cast<double>(field.integer());
  event.has_value = event.value_is_count = true;
}

void take_type(std::uint64_t type, EventFields& event) {
  event.type = type <= 4 ? static_cast<EventType>(type) : EventType::Unknown;
  event.has_type = true;
}

void take_name_id(std::uint64_t id, EventFields& event) {
  event.name_id = id;
  event.has_name_id = true;
  event.name_is_last = false;
}

void take_track(std::uint64_t uuid, EventFields& event) {
  event.track = uuid;
  event.has_track = true;
}

/// Repeated numbers may be packed or not.
bool has_own_wire_type(const MessageField& field) {
  switch (field.number) {
    case kAnnotation:
    case 6:
    case 22:
    case 23:
    case kGpuCorrelation:
      return field.is_bytes;
    case 1:
    case 9:
    case 10:
    case 11:
    case 16:
    case 30:
    case 44:
      return !field.is_bytes;
    default:
      return true;
  }
}

/// Ids behind the name's, or where that is a text.
void take_other_ids(FieldCursor& fields, Annotation& out) {
  while (fields.next()) {
    const MessageField& field = fields.field();
    if (field.number == 17 && !field.is_bytes && !out.has_text_id()) {
      out.name |= Annotation::kHasTextId;
      out.number = field.integer();
    } else if (field.number == 1 || field.number == 11 || field.number == 12 ||
               field.number == 17) {
      out.name |= Annotation::kHasMore;
    }
  }
}

template <typename List>
std::uint32_t size_of(const List& list) {
  return static_cast<std::uint32_t>(list.size());
}

}  // namespace

void RareFields::reset() {
  delta_us.reset();
  absolute_us.reset();
  extra_counters.clear();
  extra_doubles.clear();
  extra_counts.clear();
  extra_values.clear();
  gpu_events.clear();
  legacy.reset();
}

void EventFieldsList::clear() {
  events_.clear();
  categories_.clear();
  annotations_.clear();
  flows_.clear();
  rare_count_ = 0;
}

const RareFields& EventFieldsList::rare(const EventFields& event) const {
  static const RareFields none;
  return event.rare < rare_count_ ? rare_[event.rare] : none;
}

RareFields& EventFieldsList::rare_of(EventFields& event) {
  if (event.rare >= rare_count_) {
    event.rare = rare_count_++;
    if (event.rare >= rare_.size()) rare_.emplace_back();
    rare_[event.rare].reset();
  }
  LANESCOPE_CHECK(event.rare < rare_.size(), "one of {} events, not {}", rare_.size(), event.rare);
  return rare_[event.rare];
}

bool EventFieldsList::take_flows(const MessageField& field, bool terminates) {
  const auto add = [this, terminates](std::uint64_t id) { flows_.push_back({id, terminates}); };
  return field.number == 36 || field.number == 42 ? each_integer(field, add)
                                                  : each_fixed(field, add);
}

bool EventFieldsList::take_rare(const MessageField& field, EventFields& event) {
  switch (field.number) {
    case 1:
      rare_of(event).delta_us = field.integer();
      return true;
    case 6: {
      LegacyFlow flow;
      const bool whole = read_legacy(field.bytes, rare_of(event).legacy.emplace(), flow);
      if (flow.id && flow.direction >= LegacyFlow::kIn && flow.direction <= LegacyFlow::kInAndOut)
        flows_.push_back({*flow.id, flow.direction == LegacyFlow::kIn});
      return whole;
    }
    case 12: {
      auto& counts = rare_of(event).extra_counts;
      return each_integer(field, [&counts](std::uint64_t one) {
        counts.push_back(static_cast<std::int64_t>(one));
      });
    }
    case 16:
      rare_of(event).absolute_us = field.integer();
      return true;
    case 31: {
      auto& counters = rare_of(event).extra_counters;
      return each_integer(field, [&counters](std::uint64_t one) { counters.push_back(one); });
    }
    case 45: {
      auto& counters = rare_of(event).extra_doubles;
      return each_integer(field, [&counters](std::uint64_t one) { counters.push_back(one); });
    }
    case 46: {
      auto& values = rare_of(event).extra_values;
      return each_fixed(
          field, [&values](std::uint64_t one) { values.push_back(std::bit_cast<double>(one)); });
    }
    case kGpuCorrelation:
      return read_gpu_events(field.bytes, rare_of(event).gpu_events);
    default:
      return true;
  }
}

/// Written where it stays, as all of an event is: copies of what was just written in smaller pieces
/// wait for these.
void EventFieldsList::add_annotation(std::string_view bytes) {
  Annotation& out = annotations_.emplace_back();
  out.begin = bytes.data();
  out.size = static_cast<std::uint32_t>(bytes.size());
  FieldCursor fields(bytes);
  if (fields.next_number(kNameIdTag)) {
    if (fields.field().value > ~Annotation::kFlags) {
      out.name = Annotation::kHasMore;
      return;
    }
    out.name = static_cast<std::uint32_t>(fields.field().value);
    // Of several values the last one counts, which is left to whoever reads all of the bytes.
    if ((fields.next_number(kIntTag) || fields.next_number(kUintTag)) && fields.at_end()) {
      out.name |= Annotation::kHasNumber;
      out.number = fields.field().integer();
      return;
    }
  }
  take_other_ids(fields, out);
}

/// False if the field is broken. One of another wire type than its own is unknown, as protobuf has
/// it.
bool EventFieldsList::take(const MessageField& field, EventFields& event) {
  if (!has_own_wire_type(field)) return true;
  switch (field.number) {
    case 3:
      return each_integer(field, [this](std::uint64_t id) { categories_.emplace_back().id = id; });
    case kAnnotation:
      add_annotation(field.bytes);
      return true;
    case 9:
      take_type(field.value, event);
      return true;
    case 10:
      take_name_id(field.value, event);
      return true;
    case 11:
      take_track(field.value, event);
      return true;
    case 22:
      categories_.push_back({0, text_of(field)});
      return true;
    case 23:
      event.name = text_of(field);
      event.name_is_last = true;
      return true;
    case 30:
      take_count(field, event);
      return true;
    case 36:
    case 47:
      return take_flows(field, false);
    case 42:
    case 48:
      return take_flows(field, true);
    case 44:
      event.value = field.number_value();
      event.has_value = true;
      event.value_is_count = false;
      return true;
    default:
      return take_rare(field, event);
  }
}

/// Half of all fields: they follow each other.
void EventFieldsList::take_annotations(FieldCursor& fields) {
  std::string_view annotation;
  while (fields.next_short(kAnnotationTag, annotation)) add_annotation(annotation);
}

/// Takes the fields that most events have, in the order of their numbers, as far as they follow
/// here.
void EventFieldsList::take_usual(FieldCursor& fields, EventFields& event) {
  constexpr char kCategoryTag = 3U << 3U, kTypeTag = 9U << 3U, kNameTag = 10U << 3U,
                 kTrackTag = 11U << 3U;
  take_annotations(fields);
  if (fields.next_number(kCategoryTag)) categories_.emplace_back().id = fields.field().value;
  if (fields.next_number(kTypeTag)) take_type(fields.field().value, event);
  if (fields.next_number(kNameTag)) take_name_id(fields.field().value, event);
  if (fields.next_number(kTrackTag)) take_track(fields.field().value, event);
}

std::uint32_t EventFieldsList::add(std::string_view message) {
  const std::uint32_t number = size_of(events_);
  EventFields& event = events_.emplace_back();
  event.categories.first = size_of(categories_);
  event.annotations.first = size_of(annotations_);
  event.flows.first = size_of(flows_);
  FieldCursor fields(message);
  take_usual(fields, event);
  while (fields.next()) {
    event.whole &= take(fields.field(), event);
    take_annotations(fields);
  }
  event.whole &= !fields.broken();
  event.categories.count = size_of(categories_) - event.categories.first;
  event.annotations.count = size_of(annotations_) - event.annotations.first;
  event.flows.count = size_of(flows_) - event.flows.first;
  return number;
}

}  // namespace lanescope::perfetto
