#include "app/cli/output/json_output.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include <fmt/core.h>

#include "app/cli/output/printable.h"
#include "core/analysis/host/site.h"

namespace lanescope {
namespace {

constexpr auto kReplaceBadUtf8 = Json::error_handler_t::replace;

Json decimal(const std::string& text) {
  const double value = std::strtod(text.c_str(), nullptr);
  return std::isfinite(value) ? Json(value) : Json(text);
}

Json object(const JsonObject& members) {
  Json out = Json::object();
  for (const auto& [key, value] : members) {
    if (!out.contains(key)) out[key] = to_json(value);
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

/// Members whose lists are not whole get one that says so behind them.
void count_left_out(Json& value) {
  if (!value.is_structured()) return;
  bool all_whole = true;
  for (Json& inner : value) {
    count_left_out(inner);
    all_whole = all_whole && left_out_of(inner) == 0;
  }
  if (!value.is_object() || all_whole) return;
  Json counted = Json::object();
  for (auto& [key, member] : value.get_ref<Json::object_t&>()) {
    const std::size_t left_out = left_out_of(member);
    counted[key] = std::move(member);
    if (left_out > 0) counted[key + "_left_out"] = left_out;
  }
  value = std::move(counted);
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

std::string document_text(Json document) {
  count_left_out(document);
  return with_escaped_controls(document.dump(2, ' ', false, kReplaceBadUtf8));
}

void print_document(Json document) {
  fmt::print("{}\n", document_text(std::move(document)));
}

std::string json_line(const Json& document) {
  return with_escaped_controls(document.dump(-1, ' ', false, kReplaceBadUtf8));
}

}  // namespace lanescope
