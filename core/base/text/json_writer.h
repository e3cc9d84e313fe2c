// Writes JSON: the only place that decides where commas, blanks and line ends go, what is escaped
// in a string, how a number is formatted, and how invalid UTF-8 is replaced.
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

/// How an object or a list is laid out; the items in it have their own layouts.
enum class JsonLayout : std::uint8_t {
  Compact,   // {"a":1,"b":2}
  Spaced,    // {"a": 1, "b": 2}
  Indented,  // one item per line, indented by two blanks for each such container around it
  Rows,      // one item per line, not indented, with the closing bracket after the last one
};

/// Appends a document to a string, piece by piece; the writer of a large one may take away the text
/// so far between calls. Members are written as key() and a value, or with member(). Calls that
/// would not produce JSON (a value without a key in an object, an end without a begin) are
/// programming errors and throw std::logic_error. Cost: that of the text; no memory besides the
/// text and a few bytes per level.
class JsonWriter {
 public:
  /// `out` must outlive this.
  explicit JsonWriter(std::string& out) : out_(&out) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void begin_object(JsonLayout layout = JsonLayout::Compact) { begin('{', layout); }
  void begin_array(JsonLayout layout = JsonLayout::Compact) { begin('[', layout); }
  /// The same, as members of an object.
  void begin_object(std::string_view name, JsonLayout layout = JsonLayout::Compact) {
    key(name);
    begin_object(layout);
  }
  void begin_array(std::string_view name, JsonLayout layout = JsonLayout::Compact) {
    key(name);
    begin_array(layout);
  }
  /// Ends the innermost object or list.
  void end();

  void key(std::string_view name);

  /// Control characters, quotes and backslashes are escaped; invalid UTF-8 becomes U+FFFD.
  void value(std::string_view text);
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(const char* text) { value(std::string_view(text)); }
  void value(char) = delete;  // ambiguous: one-character text, or number?
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
  /// The shortest text that reads back as the same number, with a fraction or an exponent to show
  /// that it is not an integer; null for NaN and infinities.
  void value(double number);
  void value(const JsonValue& tree, JsonLayout layout = JsonLayout::Compact);
  /// The same without a zero fraction, for values that are mostly integers.
  void quantity(double number);
  /// A value that is already JSON.
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
    bool has_key = false;  // and its value has not been written
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
  bool whole_ = false;  // the document has its value; nothing may follow
};

}  // namespace lanescope
