#include "core/session/received_view.h"

#include <string_view>

#include "core/base/text/json_value.h"
#include "core/readers/json/event_text.h"
#include "core/view/navigation/bookmarks.h"

namespace lanescope {
namespace {

std::string text_in(const JsonValue& json, std::string_view key) {
  const JsonValue* value = json.find(key);
  return value != nullptr && value->string() != nullptr ? *value->string() : std::string();
}

std::optional<TimeSpan> range_in(const JsonValue& json) {
  const JsonValue* range = json.find("range_ns");
  if (range == nullptr || range->array() == nullptr || range->array()->size() != 2) return {};
  const TimeSpan span{range->array()->front().as_int(), range->array()->back().as_int(), true};
  return span.begin_ns < span.end_ns ? std::optional(span) : std::nullopt;
}

}  // namespace

Result<ReceivedView> parse_received_view(const std::string& json) {
  const auto parsed = parse_json_object(json);
  if (!parsed.ok()) return Error{Error::Kind::WrongFormat, "the view is not JSON"};
  ReceivedView view{range_in(parsed.value()),
                    text_in(parsed.value(), "select"),
                    text_in(parsed.value(), "tab"),
                    text_in(parsed.value(), "file"),
                    text_in(parsed.value(), "file_b"),
                    text_in(parsed.value(), "run") == "B",
                    ""};
  const JsonValue* notes = parsed.value().find("notes");
  if (notes != nullptr && notes->array() != nullptr && !notes->array()->empty())
    view.notes = bookmarks_text(*notes->array());
  return view;
}

}  // namespace lanescope
