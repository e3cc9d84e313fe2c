// A small JSON tree for what is shown to the user: the arguments of an event, the metadata of a
// file. Loading events never builds one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lanescope {

struct JsonValue;
using JsonArray = std::vector<JsonValue>;
using JsonMember = std::pair<std::string, JsonValue>;
using JsonObject = std::vector<JsonMember>;  // file order; duplicate keys kept

/// Names of members, of which the others are left out; empty: all are kept.
using JsonKeys = std::span<const std::string_view>;

/// A number that is not an integer keeps its text, so no digit is lost on the way to the screen.
struct JsonDecimal {
  std::string text;
};

struct JsonValue {
  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, JsonDecimal, std::string,
               JsonArray, JsonObject>
      data = nullptr;

  [[nodiscard]] const JsonObject* object() const { return std::get_if<JsonObject>(&data); }
  [[nodiscard]] const JsonArray* array() const { return std::get_if<JsonArray>(&data); }
  [[nodiscard]] const std::string* string() const { return std::get_if<std::string>(&data); }
  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::nullptr_t>(data); }

  /// The first member with that key, or null if this is not an object or has no such member.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;

  /// Tolerant: an integer, a decimal without a fraction, or a string of digits; otherwise
  /// `fallback`.
  [[nodiscard]] std::int64_t as_int(std::int64_t fallback = 0) const;

  /// One line of compact JSON; strings are quoted, except that with `bare` a value that is itself a
  /// string is not.
  [[nodiscard]] std::string to_text(bool bare = false) const;
};

/// A value that several hold; null where there is none.
using SharedJson = std::shared_ptr<const JsonValue>;

}  // namespace lanescope
