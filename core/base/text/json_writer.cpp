#include "core/base/text/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <variant>

#include "core/base/text/json_value.h"
#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

constexpr std::size_t kIndent = 2;
/// From the first up, and below the second, a number has an exponent.
constexpr double kFirstWithExponent = 1e15, kLastWithoutExponent = 1e-4;

void require(bool holds, const char* otherwise) {
  if (!holds) throw std::logic_error(otherwise);
}

bool has_blanks(JsonLayout layout) {
  return layout == JsonLayout::Spaced || layout == JsonLayout::Indented;
}

/// Formats with std::to_chars; `room` fits any 64-bit number.
template <typename... Form>
std::string_view spelled(std::array<char, 32>& room, auto number, Form... form) {
  const auto end = std::to_chars(room.data(), room.data() + room.size(), number, form...).ptr;
  return {room.data(), static_cast<std::size_t>(end - room.data())};
}

}  // namespace

void JsonWriter::begin(char open, JsonLayout layout) {
  begin_value();
  *out_ += open;
  levels_.push_back({open, layout});
  if (layout == JsonLayout::Indented) indent_ += kIndent;
}

void JsonWriter::end() {
  require(!levels_.empty() && !levels_.back().has_key, "JSON ends where a value is wanted");
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.layout == JsonLayout::Indented) {
    indent_ -= kIndent;
    if (level.has_items) break_line();
  }
  *out_ += level.open == '{' ? '}' : ']';
}

void JsonWriter::break_line() {
  *out_ += '\n';
  out_->append(indent_, ' ');
}

void JsonWriter::begin_item(Level& level) {
  if (level.has_items) *out_ += ',';
  if (level.layout == JsonLayout::Indented) {
    break_line();
  } else if (level.layout == JsonLayout::Rows) {
    *out_ += '\n';
  } else if (level.has_items && level.layout == JsonLayout::Spaced) {
    *out_ += ' ';
  }
  level.has_items = true;
}

void JsonWriter::begin_value() {
  if (levels_.empty()) {
    require(!whole_, "JSON has a second document");
    whole_ = true;
    return;
  }
  Level& level = levels_.back();
  if (level.open == '[') return begin_item(level);
  require(level.has_key, "JSON has a value without a key");
  level.has_key = false;
}

void JsonWriter::key(std::string_view name) {
  require(!levels_.empty() && levels_.back().open == '{' && !levels_.back().has_key,
          "JSON has a key outside of an object");
  Level& level = levels_.back();
  begin_item(level);
  append_json_string(name, *out_);
  *out_ += has_blanks(level.layout) ? ": " : ":";
  level.has_key = true;
}

void JsonWriter::token(std::string_view json) {
  begin_value();
  *out_ += json;
}

void JsonWriter::value(std::string_view text) {
  begin_value();
  append_json_string(text, *out_);
}

void JsonWriter::integer(std::int64_t number) {
  std::array<char, 32> room{};
  token(spelled(room, number));
}

void JsonWriter::integer(std::uint64_t number) {
  std::array<char, 32> room{};
  token(spelled(room, number));
}

void JsonWriter::value(double number) {
  if (!std::isfinite(number)) return value(nullptr);
  std::array<char, 32> room{};
  const double size = std::abs(number);
  if (size >= kFirstWithExponent || (size < kLastWithoutExponent && size != 0))
    return token(spelled(room, number, std::chars_format::scientific));
  const std::string_view text = spelled(room, number, std::chars_format::fixed);
  token(text);
  if (text.find('.') == std::string_view::npos) *out_ += ".0";
}

void JsonWriter::quantity(double number) {
  constexpr double kMostExact = 1e16;
  if (std::abs(number) < kMostExact && number == std::trunc(number))
    return value(static_cast<std::int64_t>(number));
  value(number);
}

void JsonWriter::value(const JsonValue& tree, JsonLayout layout) {
  std::visit(
      [this, layout](const auto& held) {
        using T = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<T, JsonDecimal>) {
          token(held.text);
        } else if constexpr (std::is_same_v<T, JsonArray>) {
          begin_array(layout);
          for (const JsonValue& item : held) value(item, layout);
          end();
        } else if constexpr (std::is_same_v<T, JsonObject>) {
          begin_object(layout);
          for (const auto& [name, item] : held) {
            key(name);
            value(item, layout);
          }
          end();
        } else {
          value(held);
        }
      },
      tree.data);
}

}  // namespace lanescope
