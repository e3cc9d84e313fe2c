// The members of a JSON object, with simdjson On-Demand.
#pragma once

#include <simdjson.h>
#include <string_view>
#include <utility>

namespace lanescope {

/// Calls visit(key, field) for each member until it returns false; the key is valid until the
/// field's value is parsed. False if that was so, or if the text is no JSON.
template <typename Visit>
bool each_member(simdjson::ondemand::object object, const Visit& visit) {
  for (simdjson::simdjson_result<simdjson::ondemand::field> member : object) {
    std::string_view key;
    simdjson::ondemand::field field;
    if (std::move(member).get(field) != simdjson::SUCCESS) return false;
    if (field.unescaped_key().get(key) != simdjson::SUCCESS) return false;
    if (!visit(key, field)) return false;
  }
  return true;
}

}  // namespace lanescope
