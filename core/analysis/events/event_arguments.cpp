#include "core/analysis/events/event_arguments.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace lanescope {

std::optional<double> number_argument(const JsonValue& args, std::string_view key) {
  const JsonValue* value = args.find(key);
  return value != nullptr ? number_of(*value) : std::nullopt;
}

std::optional<double> number_of(const JsonValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value.data))
    return *whole >= 0 ? std::optional(static_cast<double>(*whole)) : std::nullopt;
  const auto* decimal = std::get_if<JsonDecimal>(&value.data);
  const std::string* quoted = value.string();
  const std::string other = decimal != nullptr || quoted != nullptr ? "" : value.to_text(true);
  const std::string& text = decimal != nullptr  ? decimal->text
                            : quoted != nullptr ? *quoted
                                                : other;
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool whole = !text.empty() && end == text.c_str() + text.size();
  return whole && std::isfinite(number) && number >= 0 ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> integer_argument(const JsonValue& args, std::string_view key) {
  const JsonValue* value = args.find(key);
  const std::int64_t number = value != nullptr ? value->as_int(-1) : -1;
  return number < 0 ? std::nullopt : std::optional(number);
}

std::string text_argument(const JsonValue& args, std::string_view key) {
  const JsonValue* value = args.find(key);
  return value != nullptr ? value->to_text(true) : std::string();
}

bool read_arguments(const Snapshot& snapshot, std::span<const EventId> events, JsonKeys keys,
                    const ReadEvent& read,
                    const std::function<void(std::size_t, const JsonValue&)>& visit,
                    const std::stop_token& stop) {
  const auto look = [&](std::size_t i, const SharedJson& args) { visit(i, *args); };
  return read_shared_arguments(snapshot, events, keys, read, look, stop);
}

bool read_shared_arguments(const Snapshot& snapshot, std::span<const EventId> events, JsonKeys keys,
                           const ReadEvent& read,
                           const std::function<void(std::size_t, const SharedJson&)>& visit,
                           const std::stop_token& stop) {
  if (!read || events.size() > kMostArgumentTexts) return false;
  struct Text {
    std::uint64_t offset;
    std::size_t number;
  };
  std::vector<Text> texts;
  texts.reserve(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto place = snapshot.place_of(events[i]);
    if (place) texts.push_back({place->offset(), i});
  }
  if (!std::ranges::is_sorted(texts, {}, &Text::offset))
    std::ranges::sort(texts, {}, &Text::offset);
  SameJson same;
  for (const Text& text : texts) {
    if (stop.stop_requested()) break;
    const SharedJson event = read.arguments(events[text.number], keys, same);
    const JsonValue* args = event ? event->find("args") : nullptr;
    if (args != nullptr) visit(text.number, SharedJson(event, args));
  }
  return true;
}

}  // namespace lanescope
