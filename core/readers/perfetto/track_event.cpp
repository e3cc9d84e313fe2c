#include "core/readers/perfetto/track_event.h"

#include <bit>
#include <cstring>

#include "core/base/text/json_text.h"

namespace lanescope::perfetto {
namespace {

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

std::optional<std::int64_t> number_in(std::string_view annotation, const Sequence& sequence) {
  MessageReader fields(annotation);
  while (const auto field = fields.next()) {
    switch (field->number) {
      case 2:
      case 3:
      case 4:
      case 7:
        return field->integer();
      case 6:
        return token_int(field->bytes);
      case 17: {
        const std::string* text = sequence.argument_texts.find(field->value);
        return text == nullptr ? std::nullopt : token_int(*text);
      }
      default:
        break;
    }
  }
  return std::nullopt;
}

ArgumentKey key_in(std::string_view annotation, const Sequence& sequence) {
  MessageReader fields(annotation);
  while (const auto field = fields.next()) {
    if (field->number == 10) return argument_key(field->bytes);
    if (field->number != 1) continue;
    const ArgumentKey* key = sequence.arguments.find(field->value);
    return key == nullptr ? ArgumentKey::None : *key;
  }
  return ArgumentKey::None;
}

}  // namespace

void TrackEvent::reset() {
  type.reset();
  track.reset();
  name = kNoLocal;
  category = {};
  count.reset();
  value.reset();
  delta_us.reset();
  absolute_us.reset();
  extra_counters.clear();
  extra_doubles.clear();
  extra_counts.clear();
  extra_values.clear();
  flows.clear();
  annotations.clear();
  gpu_events.clear();
  legacy.reset();
  whole_ = true;
}

/// An event may have several categories: one that says what it is comes before others.
void TrackEvent::take_category(const EventCategory& one) {
  if (category.number == 0 ||
      (category.kind == CategoryKind::Other && one.kind != CategoryKind::Other))
    category = one;
}

bool TrackEvent::take_time(const MessageField& field) {
  if (field.number == 1) delta_us = field.integer();
  if (field.number == 16) absolute_us = field.integer();
  return field.number == 1 || field.number == 16;
}

bool TrackEvent::take_list(const MessageField& field) {
  const auto flow = [this](bool terminates) {
    return [this, terminates](std::uint64_t id) { flows.push_back({id, terminates}); };
  };
  switch (field.number) {
    case 12:
      return each_integer(field, [this](std::uint64_t one) {
        extra_counts.push_back(static_cast<std::int64_t>(one));
      });
    case 31:
      return each_integer(field, [this](std::uint64_t one) { extra_counters.push_back(one); });
    case 36:
      return each_integer(field, flow(false));
    case 42:
      return each_integer(field, flow(true));
    case 45:
      return each_integer(field, [this](std::uint64_t one) { extra_doubles.push_back(one); });
    case 46:
      return each_fixed(
          field, [this](std::uint64_t one) { extra_values.push_back(std::bit_cast<double>(one)); });
    case 47:
      return each_fixed(field, flow(false));
    case 48:
      return each_fixed(field, flow(true));
    case kGpuCorrelation: {
      MessageReader parts(field.bytes);
      while (const auto part = parts.next()) {
        if (part->number == 1)
          each_integer(*part, [this](std::uint64_t one) { gpu_events.push_back(one); });
      }
      return !parts.broken();
    }
    default:
      return true;
  }
}

bool TrackEvent::take_legacy(std::string_view message) {
  LegacyEvent& event = legacy.emplace();
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
      case 10:
        take_id('l', field->value);
        break;
      case 11:
        take_id('g', field->value);
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

bool TrackEvent::read(std::string_view message, const Sequence& sequence, Names& names) {
  reset();
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    switch (field->number) {
      case 3:
        whole_ &= each_integer(*field, [&](std::uint64_t id) {
          if (const EventCategory* found = sequence.categories.find(id)) take_category(*found);
        });
        break;
      case 4:
        annotations.push_back(field->bytes);
        break;
      case 6:
        whole_ &= take_legacy(field->bytes);
        break;
      case 9:
        type = field->value <= 4 ? static_cast<EventType>(field->value) : EventType::Unknown;
        break;
      case 10:
        if (const LocalId* found = sequence.names.find(field->value)) name = *found;
        break;
      case 11:
        track = field->value;
        break;
      case 22:
        take_category(names.category(field->bytes));
        break;
      case 23:
        name = names.text(field->bytes);
        break;
      case 30:
        count = field->integer();
        break;
      case 44:
        value = field->number_value();
        break;
      default:
        if (!take_time(*field)) whole_ &= take_list(*field);
        break;
    }
  }
  return whole_ && !fields.broken();
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
        &out.allocated, &out.reserved,    &out.index};
    *members[static_cast<std::size_t>(key)] = number;
  }
  return out;
}

}  // namespace lanescope::perfetto
