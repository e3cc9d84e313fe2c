// Members of an event's arguments, left out where a row has no value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text/json_value.h"

namespace lanescope::nsys {

inline JsonValue text(std::string_view value) {
  return JsonValue{std::string(value)};
}
inline void add_number(JsonObject& args, std::string_view key, std::optional<std::int64_t> value) {
  if (value) args.emplace_back(key, JsonValue{*value});
}

inline void add_nonzero(JsonObject& args, std::string_view key, std::optional<std::int64_t> value) {
  if (value.value_or(0) != 0) add_number(args, key, value);
}

inline void add_text(JsonObject& args, std::string_view key, std::string_view value) {
  if (!value.empty()) args.emplace_back(key, text(value));
}

}  // namespace lanescope::nsys
