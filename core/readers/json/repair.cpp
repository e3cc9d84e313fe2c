#include "core/readers/json/repair.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/utf8.h"
#include "core/readers/json/broken_string.h"
#include "core/readers/json/scan.h"

namespace lanescope {
namespace {

std::string_view take_digits(std::string_view& text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  const std::string_view digits = text.substr(0, n);
  text.remove_prefix(n);
  return digits;
}

/// "+1" becomes 1, "007" 7, ".5" 0.5, "5." 5; nullopt if it still is not a number.
std::optional<std::string> as_number(std::string_view token) {
  std::string number;
  if (token.starts_with('-')) number = "-";
  if (token.starts_with('-') || token.starts_with('+')) token.remove_prefix(1);
  std::string_view whole = take_digits(token);
  std::string_view fraction;
  if (token.starts_with('.')) {
    token.remove_prefix(1);
    fraction = take_digits(token);
  }
  if (whole.empty() && fraction.empty()) return std::nullopt;
  whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
  number += whole.empty() ? "0" : whole;
  if (!fraction.empty()) number.append(".").append(fraction);
  if (token.starts_with('e') || token.starts_with('E')) {
    const std::size_t sign = token.size() > 1 && (token[1] == '+' || token[1] == '-') ? 1 : 0;
    number += token.substr(0, 1 + sign);
    token.remove_prefix(1 + sign);
    const std::string_view digits = take_digits(token);
    if (digits.empty()) return std::nullopt;
    number += digits;
  }
  return token.empty() ? std::optional(number) : std::nullopt;
}

class Repair {
 public:
  explicit Repair(std::string_view text) : text_(text), ends_(text) {}

  std::string run() {
    skip();
    if (peek() != '{' || !open()) return {};
    while (!open_.empty()) {
      if (!step()) return {};
    }
    return std::move(out_);
  }

 private:
  struct Container {
    char bracket;
    bool has_items;
  };

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] bool at_any_of(std::string_view chars) const {
    return !at_end() && chars.find(text_[at_]) != std::string_view::npos;
  }
  void skip() { at_ = skip_blanks(text_, at_); }
  [[nodiscard]] StringRole value_role() const {
    return open_.back().bracket == '{' ? StringRole::Member : StringRole::Element;
  }

  bool step();
  bool member();
  void key();
  bool value();
  bool open();
  void close(char closer);
  void close_innermost();
  void separate();
  void string(StringRole role);
  void bare_value();
  void skip_stray_quote();
  std::string_view bare_word(std::string_view until);

  std::string_view text_;
  std::size_t at_ = 0;
  StringEnds ends_;
  std::vector<Container> open_;
  std::size_t open_objects_ = 0, open_arrays_ = 0;
  std::string out_;
};

/// Handles one item, closing bracket or punctuation mark. False if nested too deeply.
bool Repair::step() {
  skip();
  if (at_end()) {
    while (!open_.empty()) close_innermost();
    return true;
  }
  if (at_any_of(",:")) {
    ++at_;  // commas are written again, one between two items
    return true;
  }
  if (at_any_of("}]")) {
    close(text_[at_++]);
    return true;
  }
  if (value_role() == StringRole::Member) return member();
  separate();
  return value();
}

bool Repair::member() {
  key();
  skip();
  while (peek() == ':') {
    ++at_;
    skip();
  }
  if (at_end() || at_any_of(",}]")) {
    out_ += "null";
    return true;
  }
  return value();
}

void Repair::key() {
  separate();
  if (peek() == '"') {
    string(StringRole::Key);
  } else {
    std::string_view word = bare_word(":,{}[]\n");
    while (!word.empty() && word.back() == '"') word.remove_suffix(1);
    append_json_string(word, out_);
  }
  out_ += ':';
}

bool Repair::value() {
  if (at_any_of("{[")) return open();
  if (peek() == '"')
    string(value_role());
  else
    bare_value();
  return true;
}

bool Repair::open() {
  if (open_.size() >= static_cast<std::size_t>(kMaxJsonDepth)) return false;
  const char bracket = text_[at_++];
  open_.push_back({bracket, false});
  ++(bracket == '{' ? open_objects_ : open_arrays_);
  out_ += bracket;
  return true;
}

/// Closes everything up to the matching bracket; a closing bracket without a match is dropped.
void Repair::close(char closer) {
  const char bracket = closer == '}' ? '{' : '[';
  if ((bracket == '{' ? open_objects_ : open_arrays_) == 0) return;
  while (open_.back().bracket != bracket) close_innermost();
  close_innermost();
}

void Repair::close_innermost() {
  LANESCOPE_CHECK(!open_.empty() && open_objects_ + open_arrays_ == open_.size(),
                  "an open bracket, and each counted once: {} are open, {} objects and {} lists",
                  open_.size(), open_objects_, open_arrays_);
  const bool object = open_.back().bracket == '{';
  out_ += object ? '}' : ']';
  --(object ? open_objects_ : open_arrays_);
  open_.pop_back();
}

void Repair::separate() {
  LANESCOPE_CHECK(!open_.empty(), "an open bracket to separate items in");
  if (open_.back().has_items) out_ += ',';
  open_.back().has_items = true;
}

void Repair::string(StringRole role) {
  const std::size_t begin = at_ + 1;
  const StringSpan span = ends_.find(begin, role);
  LANESCOPE_CHECK(begin <= span.end && span.end <= span.next && span.next <= text_.size(),
                  "a string from {} in {} bytes, not one to {} with the rest from {}", begin,
                  text_.size(), span.end, span.next);
  append_repaired_string(text_.substr(begin, span.end - begin), out_);
  at_ = span.next;
}

void Repair::bare_value() {
  const std::string_view word = bare_word(",{}[]\"\n");
  skip_stray_quote();
  if (word == "true" || word == "True")
    out_ += "true";
  else if (word == "false" || word == "False")
    out_ += "false";
  else if (word == "null" || word == "None")
    out_ += "null";
  else if (const auto number = as_number(word))
    out_ += *number;
  else
    append_json_string(word, out_);
}

/// Skips the closing quote of a value that lacks the opening one.
void Repair::skip_stray_quote() {
  if (peek() != '"') return;
  const std::size_t next = skip_blanks(text_, at_ + 1);
  if (next >= text_.size() || text_[next] == ',' || text_[next] == '}' || text_[next] == ']') ++at_;
}

/// Text up to a character in `until` (or the end), without trailing whitespace; consumes at least
/// one byte.
std::string_view Repair::bare_word(std::string_view until) {
  const std::size_t begin = at_;
  at_ = std::min(text_.find_first_of(until, begin), text_.size());
  if (at_ == begin) ++at_;
  const std::string_view word = text_.substr(begin, at_ - begin);
  return word.substr(0, word.find_last_not_of(" \t\r") + 1);
}

}  // namespace

std::string repair_json(std::string_view broken) {
  return Repair(broken).run();
}

}  // namespace lanescope
