// Reads the members of one event with simdjson On-Demand: one pass over its keys, raw tokens only,
// no numbers converted.
#pragma once

#include <simdjson.h>
#include <string_view>

#include "core/readers/json/event_fields.h"

namespace lanescope {

/// The token of a scalar without the blanks behind it; an opening bracket for anything else.
/// Values are taken by reference here and below: copies of simdjson's small objects go through the
/// stack and were a fifth of the parsing time.
inline std::string_view trimmed_token(simdjson::ondemand::value& value) {
  std::string_view token = value.raw_json_token();
  while (!token.empty() && (token.back() == ' ' || token.back() == '\n' || token.back() == '\r' ||
                            token.back() == '\t')) {
    token.remove_suffix(1);
  }
  return token;
}

/// Fills in the fields. Members that loading does not need are passed over, of equal keys the first
/// one stands, and values that are null, an object or a list where a text or a number belongs count
/// as missing.
simdjson::error_code read_event(simdjson::ondemand::object& event, EventFields& fields);

}  // namespace lanescope
