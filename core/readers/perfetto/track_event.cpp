#include "core/readers/perfetto/track_event.h"

#include "core/base/text/json_text.h"
#include "core/readers/perfetto/packets/field_cursor.h"

namespace lanescope::perfetto {
namespace {

/// The values are a oneof: the last one counts.
std::optional<std::int64_t> number_in(std::string_view annotation, const Sequence& sequence) {
  std::optional<std::int64_t> number;
  FieldCursor fields(annotation);
  while (fields.next()) {
    const MessageField& field = fields.field();
    switch (field.number) {
      case 2:
      case 3:
      case 4:
      case 7:
        if (!field.is_bytes) number = field.integer();
        break;
      case 6:
        if (field.is_bytes) number = token_int(field.bytes);
        break;
      case 17: {
        if (field.is_bytes) break;
        const std::string* text = sequence.argument_texts.find(field.value);
        number = text == nullptr ? std::nullopt : token_int(*text);
        break;
      }
      case 5:
      case 8:
      case 9:
        number.reset();
        break;
      default:
        break;
    }
  }
  return number;
}

ArgumentKey key_in(std::string_view annotation, const Sequence& sequence) {
  FieldCursor fields(annotation);
  while (fields.next()) {
    const MessageField& field = fields.field();
    if (field.number == 10) return argument_key(field.bytes);
    if (field.number != 1) continue;
    const ArgumentKey* key = sequence.arguments.find(field.value);
    return key == nullptr ? ArgumentKey::None : *key;
  }
  return ArgumentKey::None;
}

ArgumentKey key_of(const Annotation& annotation, const Sequence& sequence) {
  if (annotation.name_id() == 0) return key_in(annotation.bytes(), sequence);
  const ArgumentKey* key = sequence.arguments.find(annotation.name_id());
  return key == nullptr ? ArgumentKey::None : *key;
}

}  // namespace

/// An event may have several categories: one that says what it is comes before others.
void TrackEvent::take_category(const EventCategory& one) {
  if (category.number == 0 ||
      (category.kind == CategoryKind::Other && one.kind != CategoryKind::Other))
    category = one;
}

void TrackEvent::take(const EventFieldsList& events, const EventFields& fields,
                      const Sequence& sequence, Names& names) {
  type = fields.has_type ? std::optional(fields.type) : std::nullopt;
  track = fields.has_track ? std::optional(fields.track) : std::nullopt;
  value = fields.has_value ? std::optional(fields.value) : std::nullopt;
  flows = events.flows(fields);
  annotations = events.annotations(fields);
  rare = &events.rare(fields);
  name = kNoLocal;
  category = {};
  if (fields.name.data() != nullptr) name = names.text(fields.name);
  if (fields.has_name_id && !fields.name_is_last) {
    if (const LocalId* found = sequence.names.find(fields.name_id)) name = *found;
  }
  for (const CategoryId& one : events.categories(fields)) {
    if (one.name.data() != nullptr) {
      take_category(names.category(one.name));
    } else if (const EventCategory* found = sequence.categories.find(one.id)) {
      take_category(*found);
    }
  }
}

EventArguments arguments_of(const TrackEvent& event, const Sequence& sequence) {
  EventArguments out;
  for (const Annotation& annotation : event.annotations) {
    const ArgumentKey key = key_of(annotation, sequence);
    if (key == ArgumentKey::None) continue;
    if (key == ArgumentKey::Collective) {
      out.collective = true;
      continue;
    }
    std::optional<std::int64_t>* const members[] = {
        nullptr,          &out.correlation, &out.external_id, &out.device,
        &out.stream,      nullptr,          &out.address,     &out.bytes,
        &out.device_type, &out.device_id,   &out.allocated,   &out.reserved,
        &out.index,       &out.process,     &out.thread,      &out.sequence_number};
    *members[static_cast<std::size_t>(key)] = annotation.has_number()
                                                  ? std::optional(annotation.number)
                                                  : number_in(annotation.bytes(), sequence);
  }
  return out;
}

}  // namespace lanescope::perfetto
