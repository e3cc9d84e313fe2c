// A second opinion on JSON: a tokenizer that shares nothing with the program's readers, a check
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
    Fault,   // what begins here is no token
  };
  Kind kind = Kind::End;
  std::string_view text;
};

/// Strict, as RFC 8259 has it: numbers, escapes and UTF-8 are looked at.
class JsonTokens {
 public:
  explicit JsonTokens(std::string_view text) : text_(text) {}
  JsonToken next();
  /// Where the next token is looked for.
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  JsonToken take(JsonToken::Kind kind, std::size_t end);

  std::string_view text_;
  std::size_t at_ = 0;
};

/// What keeps a text from being one valid JSON document and where; empty: nothing. No recursion.
std::string json_fault(std::string_view text);

/// How many elements the list of events has: the document itself, or the first member "traceEvents"
/// of its object. nullopt for text that is no valid JSON, and where there is no such list.
std::optional<std::uint64_t> count_trace_events(std::string_view text);

/// Whether a text is valid UTF-8.
bool is_utf8(std::string_view text);

}  // namespace lanescope
