#include "core/readers/perfetto/annotations.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/base/bytes/message_reader.h"
#include "core/readers/json/event_text.h"

namespace lanescope::perfetto {
namespace {

constexpr int kDeepest = 64;  // annotations in annotations

JsonMember annotation(std::string_view message, const Meaning& meaning, int depth);

/// JSON has no infinities.
JsonValue decimal(double value) {
  if (!std::isfinite(value)) return JsonValue{fmt::format("{}", value)};
  return JsonValue{JsonDecimal{fmt::format("{}", value)}};
}

/// JSON in a text, which Chrome's older versions write; the text itself if it is no object or list.
JsonValue json_text(std::string_view text) {
  auto parsed = parse_json_object("{\"v\":" + std::string(text) + "}");
  if (parsed.ok()) {
    if (const JsonValue* value = parsed.value().find("v")) return *value;
  }
  return JsonValue{std::string(text)};
}

JsonValue nested_value(std::string_view message, int depth) {
  JsonObject object;
  JsonArray array;
  std::vector<std::string> keys;
  JsonArray values;
  std::optional<JsonValue> single;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 2) keys.emplace_back(field->bytes);
    if (field->number == 3 && depth < kDeepest)
      values.push_back(nested_value(field->bytes, depth + 1));
    if (field->number == 4 && depth < kDeepest)
      array.push_back(nested_value(field->bytes, depth + 1));
    if (field->number == 5) single = JsonValue{field->integer()};
    if (field->number == 6) single = decimal(field->number_value());
    if (field->number == 7) single = JsonValue{field->value != 0};
    if (field->number == 8) single = JsonValue{std::string(field->bytes)};
  }
  if (single) return *single;
  if (!array.empty()) return JsonValue{std::move(array)};
  for (std::size_t i = 0; i < std::min(keys.size(), values.size()); ++i)
    object.emplace_back(std::move(keys[i]), std::move(values[i]));
  return JsonValue{std::move(object)};
}

JsonValue scalar(const MessageField& field, const Meaning& meaning) {
  switch (field.number) {
    case 2:
      return JsonValue{field.value != 0};
    case 3:
      return field.value > INT64_MAX ? JsonValue{field.value} : JsonValue{field.integer()};
    case 4:
      return JsonValue{field.integer()};
    case 5:
      return decimal(field.number_value());
    case 7:
      return JsonValue{fmt::format("{:#x}", field.value)};
    case 9:
      return json_text(field.bytes);
    case 17:
      return JsonValue{interned_text(meaning, InternedKind::AnnotationString, field.value)};
    default:
      return JsonValue{std::string(field.bytes)};
  }
}

/// Of the fields of an annotation; one of another wire type is unknown, as protobuf has it.
bool is_bytes_field(std::uint32_t number) {
  return number == 6 || (number >= 8 && number <= 12);
}

JsonMember annotation(std::string_view message, const Meaning& meaning, int depth) {
  JsonMember member;
  JsonObject object;
  JsonArray array;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->is_bytes != is_bytes_field(field->number)) continue;
    switch (field->number) {
      case 1:
        member.first = interned_text(meaning, InternedKind::AnnotationName, field->value);
        break;
      case 10:
        member.first = field->bytes;
        break;
      case 8:
        member.second = nested_value(field->bytes, depth);
        break;
      case 11:
        if (depth < kDeepest) object.push_back(annotation(field->bytes, meaning, depth + 1));
        break;
      case 12:
        if (depth < kDeepest) array.push_back(annotation(field->bytes, meaning, depth + 1).second);
        break;
      case 2:
      case 3:
      case 4:
      case 5:
      case 6:
      case 7:
      case 9:
      case 17:
        member.second = scalar(*field, meaning);
        break;
      default:
        break;
    }
  }
  if (!object.empty()) member.second = JsonValue{std::move(object)};
  if (!array.empty()) member.second = JsonValue{std::move(array)};
  return member;
}

const JsonValue* find(const JsonObject& object, std::string_view key) {
  const auto at = std::ranges::find(object, key, &JsonMember::first);
  return at == object.end() ? nullptr : &at->second;
}

/// A key of rocprofv3 under torch.profiler's name.
void repeat_as(JsonObject& arguments, std::string_view from, std::string_view to) {
  const JsonValue* value = find(arguments, from);
  if (value == nullptr || find(arguments, to) != nullptr) return;
  JsonValue copy = *value;
  arguments.emplace_back(to, std::move(copy));
}

/// rocprofv3 counts grids in work-items, and only along one dimension.
void add_launch_size(JsonObject& arguments) {
  const JsonValue* items = find(arguments, "grid_size");
  const JsonValue* group = find(arguments, "workgroup_size");
  if (items == nullptr || group == nullptr || find(arguments, "grid") != nullptr) return;
  const std::int64_t size = group->as_int(), all = items->as_int();
  if (size <= 0 || all <= 0) return;
  const auto three = [](std::int64_t x) {
    return JsonValue{
        JsonArray{JsonValue{x}, JsonValue{std::int64_t{1}}, JsonValue{std::int64_t{1}}}};
  };
  arguments.emplace_back("grid", three((all - 1) / size + 1));
  arguments.emplace_back("block", three(size));
}

/// A slice is shown with one category; all are listed if it has several.
void take_categories(const MessageField& field, const Meaning& meaning, JsonArray& categories) {
  constexpr std::uint32_t kIds = 3, kNames = 22;
  if (field.number == kNames && field.is_bytes)
    categories.push_back(JsonValue{std::string(field.bytes)});
  if (field.number != kIds) return;
  each_integer(field, [&](std::uint64_t id) {
    categories.push_back(JsonValue{interned_text(meaning, InternedKind::Category, id)});
  });
}

void add_torch_keys(JsonObject& arguments) {
  if (find(arguments, "corr_id") == nullptr) return;
  repeat_as(arguments, "corr_id", "correlation");
  repeat_as(arguments, "stream_ID", "stream");
  repeat_as(arguments, "agent", "device");
  repeat_as(arguments, "copy_bytes", "bytes");
  add_launch_size(arguments);
}

}  // namespace

std::string interned_text(const Meaning& meaning, InternedKind kind, std::uint64_t id) {
  const auto entry = meaning(kind, id);
  if (!entry) return {};
  MessageReader fields(*entry);
  while (const auto field = fields.next()) {
    if (field->number == 2) return std::string(field->bytes);
  }
  return {};
}

void add_track_event(std::string_view message, const Meaning& meaning, JsonObject& arguments) {
  JsonArray categories;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    take_categories(*field, meaning, categories);
    if (field->number == 4 && field->is_bytes) {
      JsonMember member = annotation(field->bytes, meaning, 0);
      const auto known = std::ranges::find(arguments, member.first, &JsonMember::first);
      if (known != arguments.end()) {
        known->second = std::move(member.second);
      } else {
        arguments.push_back(std::move(member));
      }
    }
    if (field->number == 52) arguments.emplace_back("correlation_id", JsonValue{field->integer()});
  }
  add_torch_keys(arguments);
  if (categories.size() > 1 && find(arguments, "categories") == nullptr)
    arguments.emplace_back("categories", JsonValue{std::move(categories)});
}

}  // namespace lanescope::perfetto
