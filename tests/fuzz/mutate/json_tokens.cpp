#include "tests/fuzz/mutate/json_tokens.h"

#include <vector>

namespace lanescope {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Bytes of the UTF-8 character at the front; 0: there is none.
std::size_t character_bytes(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto follows = [&byte](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  if (first < 0x80U) return 1;
  if (first >= 0xC2U && first < 0xE0U) return follows(1) ? 2 : 0;
  if (first >= 0xE0U && first < 0xF0U) {
    if (!follows(1) || !follows(2)) return 0;
    const unsigned code = (first & 0xFU) << 12U | (byte(1) & 0x3FU) << 6U;
    return code < 0x800U || (code >= 0xD800U && code < 0xE000U) ? 0 : 3;
  }
  if (first >= 0xF0U && first < 0xF5U) {
    if (!follows(1) || !follows(2) || !follows(3)) return 0;
    const unsigned code = (first & 0x7U) << 18U | (byte(1) & 0x3FU) << 12U;
    return code < 0x10000U || code > 0x10FFFFU ? 0 : 4;
  }
  return 0;
}

/// One past the closing quote of the string at `at`.
std::size_t string_end(std::string_view text, std::size_t at) {
  for (++at; at < text.size();) {
    const char c = text[at];
    if (c == '"') return at + 1;
    if (static_cast<unsigned char>(c) < 0x20U) return kNone;
    if (c != '\\') {
      const std::size_t bytes = character_bytes(text.substr(at));
      if (bytes == 0) return kNone;
      at += bytes;
      continue;
    }
    const char escaped = at + 1 < text.size() ? text[at + 1] : '\0';
    if (escaped == 'u') {
      for (std::size_t i = 2; i < 6; ++i)
        if (at + i >= text.size() || !is_hex(text[at + i])) return kNone;
      at += 6;
    } else if (escaped != '\0' && std::string_view("\"\\/bfnrt").find(escaped) != kNone) {
      at += 2;
    } else {
      return kNone;
    }
  }
  return kNone;
}

/// One past the number at `at`.
std::size_t number_end(std::string_view text, std::size_t at) {
  const auto digits = [&text, &at] {
    const std::size_t begin = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at != begin;
  };
  if (text[at] == '-') ++at;
  const bool leading_zero = at < text.size() && text[at] == '0';
  const std::size_t begin = at;
  if (!digits() || (leading_zero && at != begin + 1)) return kNone;
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (!digits()) return kNone;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (!digits()) return kNone;
  }
  return at;
}

std::size_t scalar_end(std::string_view text, std::size_t at) {
  for (const std::string_view word : {"true", "false", "null"}) {
    if (text.substr(at).starts_with(word)) return at + word.size();
  }
  return text[at] == '-' || is_digit(text[at]) ? number_end(text, at) : kNone;
}

/// Follows the grammar token by token, with a stack of its own.
class DocumentWalk {
 public:
  explicit DocumentWalk(std::string_view text) : tokens_(text) {}

  /// False: the text is no document, and ends or goes wrong at at().
  bool run() {
    do {
      if (!step(tokens_.next())) return false;
    } while (!open_.empty() || !has_value_);
    return tokens_.next().kind == Kind::End;
  }

  [[nodiscard]] std::size_t at() const { return tokens_.at(); }
  [[nodiscard]] std::optional<std::uint64_t> events() const { return events_; }

 private:
  using Kind = JsonToken::Kind;
  enum class Expect : std::uint8_t { Value, ValueOrClose, Key, KeyOrClose, Colon, CommaOrClose };

  bool step(const JsonToken& token) {
    switch (expect_) {
      case Expect::ValueOrClose:
        if (token.kind == Kind::CloseList) return close(token.kind);
        return value(token);
      case Expect::Value:
        return value(token);
      case Expect::KeyOrClose:
        if (token.kind == Kind::CloseObject) return close(token.kind);
        [[fallthrough]];
      case Expect::Key:
        is_event_member_ = open_.size() == 1 && token.text == "\"traceEvents\"";
        expect_ = Expect::Colon;
        return token.kind == Kind::String;
      case Expect::Colon:
        expect_ = Expect::Value;
        return token.kind == Kind::Colon;
      case Expect::CommaOrClose:
        if (token.kind != Kind::Comma) return close(token.kind);
        expect_ = open_.back() == Kind::OpenList ? Expect::Value : Expect::Key;
        return true;
    }
    return false;
  }

  bool value(const JsonToken& token) {
    if (counts_at_ != 0 && open_.size() == counts_at_) ++*events_;
    switch (token.kind) {
      case Kind::OpenList:
        open(token.kind);
        if (!events_ && (open_.size() == 1 || (open_.size() == 2 && is_event_member_))) {
          events_ = 0;
          counts_at_ = open_.size();
        }
        expect_ = Expect::ValueOrClose;
        return true;
      case Kind::OpenObject:
        open(token.kind);
        expect_ = Expect::KeyOrClose;
        return true;
      case Kind::String:
      case Kind::Scalar:
        ended();
        return true;
      default:
        return false;
    }
  }

  void open(Kind kind) { open_.push_back(kind); }

  bool close(Kind kind) {
    const Kind opened = kind == Kind::CloseList ? Kind::OpenList : Kind::OpenObject;
    if ((kind != Kind::CloseList && kind != Kind::CloseObject) || open_.back() != opened)
      return false;
    if (open_.size() == counts_at_) counts_at_ = 0;
    open_.pop_back();
    ended();
    return true;
  }

  void ended() {
    has_value_ = true;
    expect_ = Expect::CommaOrClose;
  }

  JsonTokens tokens_;
  std::vector<Kind> open_;
  Expect expect_ = Expect::Value;
  bool has_value_ = false;
  bool is_event_member_ = false;
  std::optional<std::uint64_t> events_;
  std::size_t counts_at_ = 0;  // the depth whose values are events; 0: none is
};

}  // namespace

JsonToken JsonTokens::take(JsonToken::Kind kind, std::size_t end) {
  const JsonToken token{kind, text_.substr(at_, end - at_)};
  at_ = end;
  return token;
}

JsonToken JsonTokens::next() {
  while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != kNone) ++at_;
  if (at_ == text_.size()) return {};
  constexpr std::string_view kMarks = "[]{},:";
  constexpr JsonToken::Kind kKinds[] = {JsonToken::Kind::OpenList,   JsonToken::Kind::CloseList,
                                        JsonToken::Kind::OpenObject, JsonToken::Kind::CloseObject,
                                        JsonToken::Kind::Comma,      JsonToken::Kind::Colon};
  if (const std::size_t mark = kMarks.find(text_[at_]); mark != kNone)
    return take(kKinds[mark], at_ + 1);
  const bool is_string = text_[at_] == '"';
  const std::size_t end = is_string ? string_end(text_, at_) : scalar_end(text_, at_);
  if (end == kNone) return {JsonToken::Kind::Fault, text_.substr(at_)};
  return take(is_string ? JsonToken::Kind::String : JsonToken::Kind::Scalar, end);
}

std::string json_fault(std::string_view text) {
  DocumentWalk walk(text);
  if (walk.run()) return {};
  const std::size_t at = walk.at();
  return "no valid JSON at byte " + std::to_string(at) + ": " +
         std::string(text.substr(at > 20 ? at - 20 : 0, 60));
}

std::optional<std::uint64_t> count_trace_events(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  DocumentWalk walk(text);
  return walk.run() ? walk.events() : std::nullopt;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = character_bytes(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

}  // namespace lanescope
