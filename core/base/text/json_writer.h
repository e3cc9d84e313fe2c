// Writing JSON: the one place that knows where commas, blanks and line ends go, what is escaped in
// a string, how a number is spelled, and what becomes of bytes that are no UTF-8.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lanescope {

struct JsonValue;

/// How an object or a list is laid out; what is in it has a layout of its own.
enum class JsonLayout : std::uint8_t {
  Compact,  // {"a":1,"b":2}
  Spaced,   // {"a": 1, "b": 2}
  Lines,    // an item a line, indented by two blanks for each such container around it
  Rows,     // an item a line, not indented, and the end behind the last one
};

/// Appends a document to a text, piece by piece: who makes a large one may take what is there away
/// in between. Members are written as key() and a value, or with member(). Calls that make no JSON
/// (a value without a key in an object, an end without a begin) are errors of the program,
/// std::logic_error. Cost: that of the text; no memory but the text's, and some bytes a level.
class JsonWriter {
 public:
  /// `out` outlives this.
  explicit JsonWriter(std::string& out) : out_(&out) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void begin_object(JsonLayout layout = JsonLayout::Compact) { begin('{', layout); }
  void begin_array(JsonLayout layout = JsonLayout::Compact) { begin('[', layout); }
  /// The same as members of an object.
  void begin_object(std::string_view name, JsonLayout layout = JsonLayout::Compact) {
    key(name);
    begin_object(layout);
  }
  void begin_array(std::string_view name, JsonLayout layout = JsonLayout::Compact) {
    key(name);
    begin_array(layout);
  }
  /// Of the innermost object or list.
  void end();

  void key(std::string_view name);

  /// Control characters, quotes and backslashes are escaped; bytes that are no UTF-8 become U+FFFD.
  void value(std::string_view text);
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(const char* text) { value(std::string_view(text)); }
  void value(char) = delete;  // a text of one character, or a number?
  void value(std::nullptr_t) { token("null"); }
  void value(bool flag) { token(flag ? "true" : "false"); }
  template <std::integral Number>
  void value(Number number) {
    if constexpr (std::is_signed_v<Number>) {
      integer(std::int64_t{number});
    } else {
      integer(std::uint64_t{number});
    }
  }
  /// As short as it can be read back, with a fraction or an exponent, so that it is seen to be no
  /// integer; null for what is no number.
  void value(double number);
  void value(const JsonValue& tree, JsonLayout layout = JsonLayout::Compact);
  /// The same without a fraction of zero, for what is an integer more often than not.
  void quantity(double number);
  /// A value that is JSON already.
  void token(std::string_view json);

  template <typename Value>
  void member(std::string_view name, const Value& of) {
    key(name);
    value(of);
  }

 private:
  struct Level {
    char open;  // { or [
    JsonLayout layout;
    bool has_items = false;
    bool has_key = false;  // and waits for its value
  };

  void begin(char open, JsonLayout layout);
  void integer(std::int64_t number);
  void integer(std::uint64_t number);
  void begin_value();
  void begin_item(Level& level);
  void break_line();

  std::string* out_;
  std::vector<Level> levels_;
  std::size_t indent_ = 0;
  bool whole_ = false;  // there is a value, and nothing may come behind it
};

}  // namespace lanescope
