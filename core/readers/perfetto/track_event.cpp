#include "core/readers/perfetto/track_event.h"

#include "core/base/text/json_text.h"
#include "core/readers/perfetto/packets/field_cursor.h"

namespace lanescope::perfetto {
namespace {

std::optional<std::int64_t> number_in(std::string_view annotation, const Sequence& sequence) {
  FieldCursor fields(annotation);
  while (fields.next()) {
    const MessageField& field = fields.field();
    switch (field.number) {
      case 2:
      case 3:
      case 4:
      case 7:
        return field.integer();
      case 6:
        return token_int(field.bytes);
      case 17: {
        const std::string* text = sequence.argument_texts.find(field.value);
        return text == nullptr ? std::nullopt : token_int(*text);
      }
      default:
        break;
    }
  }
  return std::nullopt;
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

}  // namespace

/// An event may have several categories: one that says what it is comes before others.
void TrackEvent::take_category(const EventCategory& one) {
  if (category.number == 0 ||
      (category.kind == CategoryKind::Other && one.kind != CategoryKind::Other))
    category = one;
}

TrackEvent::TrackEvent(const EventFieldsList& events, const EventFields& fields,
                       const Sequence& sequence, Names& names)
    : type(fields.type),
      track(fields.track),
      count(fields.count),
      value(fields.value),
      flows(events.flows(fields)),
      annotations(events.annotations(fields)),
      rare(&events.rare(fields)) {
  if (fields.name.data() != nullptr) name = names.text(fields.name);
  if (fields.name_id && !fields.name_is_last) {
    if (const LocalId* found = sequence.names.find(*fields.name_id)) name = *found;
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
  for (const std::string_view annotation : event.annotations) {
    const ArgumentKey key = key_in(annotation, sequence);
    if (key == ArgumentKey::None) continue;
    if (key == ArgumentKey::Collective) {
      out.collective = true;
      continue;
    }
    const auto number = number_in(annotation, sequence);
    std::optional<std::int64_t>* const members[] = {
        nullptr,        &out.correlation, &out.external_id, &out.device,      &out.stream,
        nullptr,        &out.address,     &out.bytes,       &out.device_type, &out.device_id,
        &out.allocated, &out.reserved,    &out.index,       &out.process,     &out.thread};
    *members[static_cast<std::size_t>(key)] = number;
  }
  return out;
}

}  // namespace lanescope::perfetto
