// A second opinion on JSON: a tokenizer that shares no code with the program's readers, a check
// that a text is one valid document, and a count of the events in a trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

struct JsonToken {
  enum class Kind : std::uint8_t {
    OpenList,
    CloseList,
    OpenObject,
    CloseObject,
    Comma,
    Colon,
    String,
    Scalar,  // a number, true, false or null
    End,     // of the text
    Fault,   // not a token
  };
  Kind kind = Kind::End;
  std::string_view text;
};

/// Strict, according to RFC 8259: checks numbers, escapes and UTF-8.
class JsonTokens {
 public:
  explicit JsonTokens(std::string_view text) : text_(text) {}
  JsonToken next();
  /// The position where the next token is expected.
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  JsonToken take(JsonToken::Kind kind, std::size_t end);

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Why and where a text is not one valid JSON document; empty if it is. No recursion.
std::string json_fault(std::string_view text);

/// The number of elements in the list of events: the document itself, or the first member
/// "traceEvents" of its object. nullopt if the text is not valid JSON or has no such list.
std::optional<std::uint64_t> count_trace_events(std::string_view text);

/// Whether a text is valid UTF-8.
bool is_utf8(std::string_view text);

}  // namespace lanescope
