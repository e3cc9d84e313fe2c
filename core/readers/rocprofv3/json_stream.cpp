#include "core/readers/rocprofv3/json_stream.h"

#include <cstring>
#include <span>

#include "core/base/text/json_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20U;

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool ends_scalar(char c) {
  return is_blank(c) || c == ',' || c == '}' || c == ']' || c == ':' || c == '"';
}

}  // namespace

bool JsonStream::fill() {
  if (ended_) return false;
  if (keeps_ && at_ - kept_from_ > kLongest) {
    keeps_ = false;
    too_long_ = true;
  }
  const std::size_t from = keeps_ ? kept_from_ : at_;
  size_ -= from;
  std::memmove(text_.data(), text_.data() + from, size_);
  at_ -= from;
  kept_from_ = 0;
  begin_ += from;
  if (text_.size() < size_ + kPiece + kPadding) text_.resize(2 * size_ + kPiece + kPadding);
  const std::size_t room = text_.size() - size_ - kPadding;
  const std::size_t got = source_->read(std::span(text_).subspan(size_, room));
  size_ += got;
  ended_ = got == 0;
  return !ended_;
}

void JsonStream::skip_blanks() {
  while (at_ < size_ || fill()) {
    if (!is_blank(text_[at_])) return;
    ++at_;
  }
}

char JsonStream::next_char() {
  skip_blanks();
  return at_ < size_ ? text_[at_] : '\0';
}

bool JsonStream::enter(char open) {
  if (next_char() != open) return false;
  ++at_;
  first_ = true;
  return true;
}

bool JsonStream::next_item(char close) {
  if (failed_) return false;
  char c = next_char();
  if (c == close) {
    ++at_;
    first_ = false;
    return false;
  }
  if (!first_) {
    if (c != ',') {
      failed_ = true;
      return false;
    }
    ++at_;
    c = next_char();
  }
  first_ = false;
  failed_ = c == '\0';
  return !failed_;
}

bool JsonStream::next_element() {
  return next_item(']');
}

bool JsonStream::next_member(std::string& key) {
  if (!next_item('}')) return false;
  const auto name = value();
  std::string decoded;
  if (name) key = decode_json_text(strip_quotes(name->text), decoded);
  if (!name || next_char() != ':') {
    failed_ = true;
    return false;
  }
  ++at_;
  return true;
}

std::optional<JsonStream::Value> JsonStream::value() {
  if (next_char() == '\0') {
    failed_ = true;
    return std::nullopt;
  }
  keeps_ = true;
  too_long_ = false;
  kept_from_ = at_;
  const bool passed = pass_value();
  keeps_ = false;
  if (!passed) {
    failed_ = true;
    return std::nullopt;
  }
  if (too_long_) return std::nullopt;
  return Value{std::string_view(text_).substr(kept_from_, at_ - kept_from_), begin_ + kept_from_};
}

void JsonStream::skip_value() {
  if (next_char() == '\0' || !pass_value()) failed_ = true;
}

bool JsonStream::pass_value() {
  const char c = text_[at_];
  if (c == '"') return pass_string();
  if (c == '{' || c == '[') return pass_nested();
  const std::uint64_t from = offset();
  while ((at_ < size_ || fill()) && !ends_scalar(text_[at_])) ++at_;
  return offset() > from;
}

/// At the opening quote.
bool JsonStream::pass_string() {
  ++at_;
  while (at_ < size_ || fill()) {
    const char c = text_[at_];
    ++at_;
    if (c == '"') return true;
    if (c != '\\') continue;
    if (at_ == size_ && !fill()) return false;
    ++at_;
  }
  return false;
}

/// At the opening bracket. Brackets of both kinds are counted alike; the parser of the value tells.
bool JsonStream::pass_nested() {
  std::uint64_t depth = 0;
  while (at_ < size_ || fill()) {
    const char c = text_[at_];
    if (c == '"') {
      if (!pass_string()) return false;
      continue;
    }
    ++at_;
    if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) return true;
    }
  }
  return false;
}

}  // namespace lanescope
