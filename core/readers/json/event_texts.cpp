#include "core/readers/json/event_texts.h"

#include <string_view>
#include <unordered_set>

namespace lanescope {
namespace {

/// The members of `begin` that `end` lacks, then those of `end`.
JsonObject merged(const JsonObject& begin, const JsonObject& end) {
  std::unordered_set<std::string_view> keys;
  for (const auto& [key, value] : end) keys.insert(key);
  JsonObject all;
  for (const JsonMember& member : begin) {
    if (!keys.contains(member.first)) all.push_back(member);
  }
  all.insert(all.end(), end.begin(), end.end());
  return all;
}

void add_arguments(JsonValue& begin, const JsonValue& end) {
  const JsonValue* more = end.find("args");
  auto* members = std::get_if<JsonObject>(&begin.data);
  if (members == nullptr || more == nullptr || more->object() == nullptr) return;
  for (auto& [key, args] : *members) {
    if (key != "args" || args.object() == nullptr) continue;
    args = JsonValue{merged(*args.object(), *more->object())};
    return;
  }
  members->emplace_back("args", *more);
}

template <typename Read>
Result<JsonValue> read_pair(const Snapshot& snapshot, EventId event, const Read& read) {
  const auto place = snapshot.place_of(event);
  if (!place) return Error{Error::Kind::NotFound, "no event has this id"};
  auto json = read(*place);
  const auto end_place = snapshot.end_place_of(event);
  if (!json.ok() || !end_place) return json;
  const auto end = read(*end_place);
  if (end.ok()) add_arguments(json.value(), end.value());
  return json;
}

}  // namespace

Result<JsonValue> event_json(const Snapshot& snapshot, const EventTexts& texts, EventId event) {
  return read_pair(snapshot, event, [&](Place place) { return texts.json_of(place); });
}

Result<JsonValue> event_arguments(const Snapshot& snapshot, const EventTexts& texts, EventId event,
                                  JsonKeys keys) {
  return read_pair(snapshot, event, [&](Place place) { return texts.arguments_of(place, keys); });
}

}  // namespace lanescope
