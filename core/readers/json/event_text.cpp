#include "core/readers/json/event_text.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <simdjson.h>
#include <string_view>
#include <utility>

#include "core/base/text/numbers.h"
#include "core/readers/json/event_texts.h"
#include "core/readers/json/members.h"
#include "core/readers/json/repair.h"
#include "core/readers/json/scan.h"
#include "core/readers/json/text_window.h"
#include "core/readers/json/written_arguments.h"

namespace lanescope {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::uint64_t kLongestEvent = 256U << 20;
constexpr int kMemberDepth = 3;  // of an argument's value; the event's own is 1

std::optional<JsonValue> to_json(ondemand::value value, int depth);

std::string_view trim_end(std::string_view token) {
  return token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
}

/// Enforces JSON's number syntax, which On-Demand checks only during conversion.
bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto digits = [&text] {
    const std::size_t n = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(n);
    return n;
  };
  const bool zero = text.starts_with('0');
  const std::size_t whole = digits();
  if (whole == 0 || (zero && whole > 1)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  return text.empty();
}

std::optional<JsonValue> scalar(std::string_view token) {
  if (token == "null") return JsonValue{};
  if (token == "true") return JsonValue{true};
  if (token == "false") return JsonValue{false};
  if (!is_number(token)) return std::nullopt;
  if (const auto number = parse_number<std::int64_t>(token)) return JsonValue{*number};
  if (const auto number = parse_number<std::uint64_t>(token)) return JsonValue{*number};
  return JsonValue{JsonDecimal{std::string(token)}};
}

std::optional<JsonValue> to_json(ondemand::array array, int depth) {
  JsonArray items;
  for (simdjson::simdjson_result<ondemand::value> item : array) {
    ondemand::value value;
    if (item.get(value) != simdjson::SUCCESS) return std::nullopt;
    std::optional<JsonValue> json = to_json(value, depth + 1);
    if (!json) return std::nullopt;
    items.push_back(std::move(*json));
  }
  return JsonValue{std::move(items)};
}

std::optional<JsonValue> to_json(ondemand::object object, int depth) {
  JsonObject members;
  const auto add = [&](std::string_view key, ondemand::field& field) {
    std::string name(key);  // copy before parsing the value overwrites the parser's buffer
    std::optional<JsonValue> json = to_json(field.value(), depth + 1);
    if (json) members.emplace_back(std::move(name), std::move(*json));
    return json.has_value();
  };
  return each_member(object, add) ? std::optional(JsonValue{std::move(members)}) : std::nullopt;
}

/// A container nested too deeply, as its text. It is not parsed further, so it need not be valid
/// JSON.
template <typename Container>
std::optional<JsonValue> deep_text(Container container) {
  std::string_view text;
  if (container.raw_json().get(text) != simdjson::SUCCESS) return std::nullopt;
  return JsonValue{std::string(trim_end(text))};
}

std::optional<JsonValue> to_json(ondemand::value value, int depth) {
  ondemand::json_type type{};
  if (value.type().get(type) != simdjson::SUCCESS) return std::nullopt;
  const bool is_deep = depth > kMaxJsonDepth;
  if (type == ondemand::json_type::array) {
    ondemand::array array;
    if (value.get_array().get(array) != simdjson::SUCCESS) return std::nullopt;
    return is_deep ? deep_text(array) : to_json(array, depth);
  }
  if (type == ondemand::json_type::object) {
    ondemand::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS) return std::nullopt;
    return is_deep ? deep_text(object) : to_json(object, depth);
  }
  if (type == ondemand::json_type::string) {
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS) return std::nullopt;
    return JsonValue{std::string(text)};
  }
  return scalar(trim_end(value.raw_json_token()));
}

/// Parses without repairs.
std::optional<JsonValue> parse(std::string_view text) {
  ondemand::parser parser;
  const simdjson::padded_string padded(text);
  ondemand::document document;
  ondemand::object object;
  if (parser.iterate(padded).get(document) != simdjson::SUCCESS) return std::nullopt;
  if (document.get_object().get(object) != simdjson::SUCCESS) return std::nullopt;
  std::optional<JsonValue> json = to_json(object, 1);
  const bool at_end = document.current_location().error() == simdjson::OUT_OF_BOUNDS;
  return at_end ? std::move(json) : std::nullopt;
}

/// The members of "args" that are named. It is parsed in place of the whole event, most of whose
/// text nobody wants. nullopt if the text is not plain JSON.
std::optional<JsonValue> parse_named(ondemand::object object, JsonKeys keys) {
  JsonObject members;
  members.reserve(keys.size());
  const auto add = [&](std::string_view key, ondemand::field& field) {
    if (std::ranges::find(keys, key) == keys.end()) return true;
    std::string name(key);
    std::optional<JsonValue> json = to_json(field.value(), kMemberDepth);
    if (json) members.emplace_back(std::move(name), std::move(*json));
    return json.has_value();
  };
  return each_member(object, add) ? std::optional(JsonValue{std::move(members)}) : std::nullopt;
}

std::optional<JsonValue> parse_arguments(ondemand::object event, JsonKeys keys) {
  JsonObject members;
  const auto add = [&](std::string_view key, ondemand::field& field) {
    if (key != "args" || !members.empty()) return true;  // of several the first counts
    ondemand::object args;
    const bool is_object = field.value().get_object().get(args) == simdjson::SUCCESS;
    std::optional<JsonValue> json = is_object ? parse_named(args, keys) : std::nullopt;
    if (json) members.emplace_back("args", std::move(*json));
    return json.has_value();
  };
  return each_member(event, add) ? std::optional(JsonValue{std::move(members)}) : std::nullopt;
}

/// `text` is from a TextWindow.
std::optional<JsonValue> parse_arguments(std::string_view text, JsonKeys keys) {
  static_assert(TextWindow::kPadding >= simdjson::SIMDJSON_PADDING);
  thread_local ondemand::parser parser;
  ondemand::document document;
  ondemand::object object;
  const simdjson::padded_string_view padded(text, text.size() + simdjson::SIMDJSON_PADDING);
  if (parser.iterate(padded).get(document) != simdjson::SUCCESS) return std::nullopt;
  if (document.get_object().get(object) != simdjson::SUCCESS) return std::nullopt;
  std::optional<JsonValue> json = parse_arguments(object, keys);
  const bool at_end = document.current_location().error() == simdjson::OUT_OF_BOUNDS;
  return at_end ? std::move(json) : std::nullopt;
}

Error changed_file() {
  return {Error::Kind::Unreadable, "the file has changed since it was loaded"};
}

/// For events too long for a Place: reads more and more until the closing brace is found.
Result<std::string> read_long_event(ByteSource& source, std::uint64_t offset) {
  std::string text;
  for (std::uint64_t wanted = 2 * Place::kMaxLength; wanted <= kLongestEvent; wanted *= 2) {
    text.resize(static_cast<std::size_t>(wanted));
    const Result<std::size_t> n = source.read_at(offset, text);
    if (!n.ok()) return n.error();
    text.resize(n.value());
    const auto end = scan_value(text, 0);
    if (end) return text.substr(0, *end);
    if (n.value() < wanted) return changed_file();
  }
  return Error{Error::Kind::Unsupported, "the event is too long to show"};
}

}  // namespace

Result<std::string> read_event_text(ByteSource& source, Place place) {
  if (place.length() == Place::kMaxLength) return read_long_event(source, place.offset());
  std::string text(static_cast<std::size_t>(place.length()), '\0');
  const Result<std::size_t> n = source.read_at(place.offset(), text);
  if (!n.ok()) return n.error();
  if (n.value() < text.size() || !text.starts_with('{')) return changed_file();
  return text;
}

namespace {

SharedJson shared(JsonValue json) {
  return std::make_shared<const JsonValue>(std::move(json));
}

/// `text` is from a TextWindow.
Result<SharedJson> arguments_in(std::string_view text, JsonKeys keys, SameJson& same) {
  thread_local std::string written;
  const bool is_plain = same.pays() && find_written(text, keys, written);
  if (is_plain) {
    if (SharedJson known = same.find(written)) return known;
  }
  if (auto json = parse_arguments(text, keys)) {
    SharedJson fresh = shared(std::move(*json));
    if (is_plain) same.keep(written, fresh);
    return fresh;
  }
  Result<JsonValue> repaired = parse_event_text(std::string(text));
  if (!repaired.ok()) return repaired.error();
  return shared(std::move(repaired).value());
}

class JsonEventTexts final : public EventTexts {
 public:
  explicit JsonEventTexts(std::shared_ptr<ByteSource> source) : source_(std::move(source)) {}
  [[nodiscard]] Result<JsonValue> json_of(Place place) const override {
    const auto text = read_event_text(*source_, place);
    // Checked after reading, because the file may have been overwritten by then.
    if (source_->changed()) return changed_file();
    if (!text.ok()) return text.error();
    return parse_event_text(text.value());
  }

  [[nodiscard]] Result<SharedJson> arguments_of(Place place, JsonKeys keys,
                                                SameJson& same) const override {
    if (keys.empty() || place.length() == Place::kMaxLength)
      return EventTexts::arguments_of(place, keys, same);
    thread_local TextWindow window;
    const auto text = window.read(*source_, number_, place);
    if (!text.ok()) {
      return source_->changed() ? changed_file() : text.error();
    }
    return arguments_in(text.value(), keys, same);
  }

 private:
  static std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
  }

  std::shared_ptr<ByteSource> source_;
  const std::uint64_t number_ = next_number();  // for TextWindow
};

}  // namespace

std::shared_ptr<const EventTexts> json_event_texts(std::shared_ptr<ByteSource> source) {
  return std::make_shared<JsonEventTexts>(std::move(source));
}

Result<JsonValue> parse_json_object(const std::string& text) {
  if (std::optional<JsonValue> json = parse(text)) return std::move(*json);
  return Error{Error::Kind::WrongFormat, "the text is not a JSON object"};
}

Result<JsonValue> parse_event_text(const std::string& text) {
  if (std::optional<JsonValue> json = parse(text)) return std::move(*json);
  const std::string repaired = repair_json(text);
  if (!repaired.empty()) {
    if (std::optional<JsonValue> json = parse(repaired)) return std::move(*json);
  }
  return Error{Error::Kind::WrongFormat, "the event's text is not JSON"};
}

}  // namespace lanescope
