#include "core/readers/perfetto/own_members.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/base/bytes/message_reader.h"
#include "core/readers/json/event_text.h"
#include "core/readers/rows/row_sink.h"
#include "core/store/own_members.h"
#include "core/store/track_kind_names.h"

namespace lanescope::perfetto {
namespace {

RawMember member_in(std::string_view annotation) {
  RawMember member;
  MessageReader fields(annotation);
  while (const auto field = fields.next()) {
    if (field->number == 10) member.first = field->bytes;
    if (field->number == 6) member.second = json_token(field->bytes);
    if (field->number == 9) member.second = field->bytes;
  }
  return member;
}

std::string text_in(const JsonValue& facts, std::string_view key) {
  const JsonValue* value = facts.find(key);
  return value != nullptr && value->string() != nullptr ? *value->string() : std::string();
}

std::int64_t int_in(const JsonValue& facts, std::string_view key, std::int64_t otherwise) {
  const JsonValue* value = facts.find(key);
  return value == nullptr ? otherwise : value->as_int(otherwise);
}

/// As in core/export/perfetto/written_tracks.cpp.
WrittenPlace place_of(const JsonValue& facts) {
  WrittenPlace place;
  place.kind = track_kind_of(text_in(facts, "kind"));
  place.process = text_in(facts, "pid");
  place.thread = text_in(facts, "tid");
  place.process_name = text_in(facts, "process name");
  place.thread_name = text_in(facts, "thread name");
  place.process_sort = int_in(facts, "process sort", Track::kNoSort);
  place.thread_sort = int_in(facts, "thread sort", Track::kNoSort);
  place.device = int_in(facts, "device", -1);
  place.stream = int_in(facts, "stream", -1);
  place.own_slices = is_true_member(facts, "own slices");
  place.counter = text_in(facts, "counter");
  place.series = text_in(facts, "series");
  return place;
}

void take_tracks(const std::string& json, Tracks& tracks) {
  const auto parsed = parse_json_object("{\"tracks\":" + json + "}");
  const JsonValue* list = parsed.ok() ? parsed.value().find("tracks") : nullptr;
  if (list == nullptr || list->array() == nullptr) return;
  for (const JsonValue& facts : *list->array()) {
    WrittenPlace place = place_of(facts);
    if (place.kind || !place.counter.empty())
      tracks.take_written(static_cast<std::uint64_t>(int_in(facts, "uuid", 0)), std::move(place));
  }
}

/// As in core/export/perfetto/written_flows.cpp.
void take_flows(const std::string& json, Flows& flows) {
  const auto parsed = parse_json_object("{\"flows\":" + json + "}");
  const JsonValue* list = parsed.ok() ? parsed.value().find("flows") : nullptr;
  if (list == nullptr || list->array() == nullptr) return;
  std::vector<WrittenFlowKind> kinds;
  for (const JsonValue& one : *list->array()) {
    const bool has_category = one.find("category") != nullptr;
    kinds.push_back({has_category ? std::optional(text_in(one, "category")) : std::nullopt,
                     text_in(one, "name")});
  }
  // Kinds are numbered with 16 bits.
  if (kinds.size() <= UINT16_MAX) flows.take_written(kinds);
}

}  // namespace

void OwnMembers::take(std::span<const Annotation> annotations, Tracks& tracks, Flows& flows) {
  for (const Annotation& annotation : annotations) {
    RawMember member = member_in(annotation.bytes());
    if (member.first == kTracksMember) {
      take_tracks(member.second, tracks);
    } else if (member.first == kFlowsMember) {
      take_flows(member.second, flows);
    } else if (!member.first.empty()) {
      members_.push_back(std::move(member));
    }
  }
}

void OwnMembers::describe(TraceInfo& info) const {
  if (members_.empty()) return;
  const JsonValue before = std::move(info.metadata);
  lanescope::describe(members_, info);
  const JsonValue* whole = info.metadata.find(kWholeMicrosecondsMember);
  const bool* is_whole = whole == nullptr ? nullptr : std::get_if<bool>(&whole->data);
  info.whole_microseconds = is_whole != nullptr && *is_whole;
  JsonObject all = info.metadata.object() == nullptr ? JsonObject() : *info.metadata.object();
  std::erase_if(all, [](const JsonMember& one) { return one.first == kWholeMicrosecondsMember; });
  if (before.object() != nullptr)
    all.insert(all.end(), before.object()->begin(), before.object()->end());
  info.metadata = JsonValue{std::move(all)};
}

}  // namespace lanescope::perfetto
