#include "app/cli/output/json_output.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <type_traits>
#include <unordered_set>

#include <fmt/core.h>

#include "app/cli/output/printable.h"
#include "core/analysis/host/site.h"

namespace lanescope {
namespace {

Json decimal(const std::string& text) {
  const double value = std::strtod(text.c_str(), nullptr);
  return std::isfinite(value) ? Json(value) : Json(text);
}

/// Of several members with one key, the first. An object is a list that is searched for a key from
/// its beginning; events may have very many arguments.
Json object(const JsonObject& members) {
  Json out = Json::object();
  auto& held = out.get_ref<Json::object_t&>();
  held.reserve(members.size());
  std::unordered_set<std::string_view> keys;
  for (const auto& [key, value] : members) {
    if (keys.insert(key).second) held.emplace_back(key, to_json(value));
  }
  return out;
}

Json array(const JsonArray& items) {
  Json out = Json::array();
  for (const JsonValue& item : items) out.push_back(to_json(item));
  return out;
}

std::size_t left_out_of(const Json& value) {
  return value.is_array() ? value.get_ref<const Json::array_t&>().left_out() : 0;
}

void write_object(JsonWriter& out, const Json& object, JsonLayout layout) {
  out.begin_object(layout);
  for (const auto& [key, value] : object.get_ref<const Json::object_t&>()) {
    out.key(key);
    write_json(out, value, layout);
    if (const std::size_t left_out = left_out_of(value); left_out > 0)
      out.member(key + "_left_out", left_out);
  }
  out.end();
}

void write_array(JsonWriter& out, const Json& array, JsonLayout layout) {
  out.begin_array(layout);
  for (const Json& item : array) write_json(out, item, layout);
  out.end();
}

std::string text_of(const Json& value, JsonLayout layout) {
  std::string text;
  JsonWriter out(text);
  write_json(out, value, layout);
  return with_escaped_controls(std::move(text));
}

}  // namespace

void leave_out(Json& list, std::size_t items) {
  list.get_ref<Json::array_t&>().leave_out(items);
}

Json json_text(const Snapshot& snapshot, StringId id) {
  return std::string(snapshot.text(id));
}

Json json_text_or_null(const Snapshot& snapshot, StringId id) {
  return id == StringId::Empty ? Json() : json_text(snapshot, id);
}

Json json_slice_name(const Snapshot& snapshot, EventId slice) {
  return json_text_or_null(snapshot, slice_name(snapshot, slice));
}

Json json_event(EventId event) {
  return event == EventId::None ? Json() : Json(index_of(event));
}

Json to_json(const JsonValue& value) {
  return std::visit(
      [](const auto& held) -> Json {
        using T = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<T, JsonDecimal>) {
          return decimal(held.text);
        } else if constexpr (std::is_same_v<T, JsonArray>) {
          return array(held);
        } else if constexpr (std::is_same_v<T, JsonObject>) {
          return object(held);
        } else {
          return held;
        }
      },
      value.data);
}

void write_json(JsonWriter& out, const Json& value, JsonLayout layout) {
  switch (value.type()) {
    case Json::value_t::object:
      return write_object(out, value, layout);
    case Json::value_t::array:
      return write_array(out, value, layout);
    case Json::value_t::string:
      return out.value(value.get_ref<const std::string&>());
    case Json::value_t::boolean:
      return out.value(value.get<bool>());
    case Json::value_t::number_integer:
      return out.value(value.get<std::int64_t>());
    case Json::value_t::number_unsigned:
      return out.value(value.get<std::uint64_t>());
    case Json::value_t::number_float:
      // Keeps the spelling of numbers that reports have always had.
      return out.token(value.dump());
    default:
      return out.value(nullptr);
  }
}

std::string document_text(const Json& document) {
  return text_of(document, JsonLayout::Indented);
}

void print_document(const Json& document) {
  fmt::print("{}\n", document_text(document));
}

std::string json_line(const Json& document) {
  return text_of(document, JsonLayout::Compact);
}

}  // namespace lanescope
