#include "core/readers/json/event_texts.h"

#include <string_view>
#include <unordered_set>
#include <utility>

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

Error unknown_event() {
  return {Error::Kind::NotFound, "no event has this id"};
}

}  // namespace

Result<SharedJson> EventTexts::arguments_of(Place place, JsonKeys /*keys*/,
                                            SameJson& /*same*/) const {
  Result<JsonValue> json = json_of(place);
  if (!json.ok()) return json.error();
  return SharedJson(std::make_shared<const JsonValue>(std::move(json).value()));
}

Result<JsonValue> event_json(const Snapshot& snapshot, const EventTexts& texts, EventId event) {
  const auto place = snapshot.place_of(event);
  if (!place) return unknown_event();
  Result<JsonValue> json = texts.json_of(*place);
  const auto end_place = snapshot.end_place_of(event);
  if (!json.ok() || !end_place) return json;
  const Result<JsonValue> end = texts.json_of(*end_place);
  if (end.ok()) add_arguments(json.value(), end.value());
  return json;
}

Result<SharedJson> event_arguments(const Snapshot& snapshot, const EventTexts& texts, EventId event,
                                   JsonKeys keys, SameJson& same) {
  const auto place = snapshot.place_of(event);
  if (!place) return unknown_event();
  Result<SharedJson> json = texts.arguments_of(*place, keys, same);
  const auto end_place = snapshot.end_place_of(event);
  if (!json.ok() || !end_place) return json;
  const Result<SharedJson> end = texts.arguments_of(*end_place, keys, same);
  if (!end.ok()) return json;
  JsonValue both = *json.value();
  add_arguments(both, *end.value());
  return SharedJson(std::make_shared<const JsonValue>(std::move(both)));
}

}  // namespace lanescope
