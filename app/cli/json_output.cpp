#include "app/cli/json_output.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include <fmt/core.h>

#include "app/cli/printable.h"
#include "core/analysis/host_site.h"

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

}  // namespace

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

void print_document(const Json& document) {
  fmt::print("{}\n", with_escaped_controls(document.dump(2, ' ', false, kReplaceBadUtf8)));
}

std::string json_line(const Json& document) {
  return with_escaped_controls(document.dump(-1, ' ', false, kReplaceBadUtf8));
}

}  // namespace lanescope
