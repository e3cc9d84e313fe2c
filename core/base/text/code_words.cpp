#include "core/base/text/code_words.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::string_view kBefore = "([\"";       // what may stand before code
constexpr std::string_view kAfter = ".,;:!?)]\"";  // and behind it

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_name(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}
bool is_dotted(char c) {
  return is_name(c) || c == '.';
}

/// How many brackets are open at the end; negative if more are closed.
int open_brackets(std::string_view text) {
  const auto of = [&](std::string_view brackets) {
    return static_cast<int>(
        std::ranges::count_if(text, [&](char c) { return brackets.find(c) != brackets.npos; }));
  };
  return of("([{") - of(")]}");
}

/// The bytes of a dotted name, ".item" included, at the start; 0 if there is none.
std::size_t dotted_name(std::string_view text) {
  const auto end =
      static_cast<std::size_t>(std::ranges::find_if_not(text, is_dotted) - text.begin());
  const bool named = std::ranges::any_of(text.substr(0, end), is_letter);
  return named && (end == 0 || text[end - 1] != '.') ? end : 0;
}

/// A call or a keyword argument: what follows the name goes on to where its brackets are closed,
/// which may be some words later.
bool begins_value(std::string_view text) {
  const std::size_t name = dotted_name(text);
  if (name == 0 || name + 1 >= text.size()) return false;
  if (text[name] == '(') return !text.substr(name).starts_with("(s)");
  return text[name] == '=' && text[name + 1] != ' ';
}

bool is_of_library(std::string_view name) {
  constexpr std::array<std::string_view, 4> kRoots = {"torch.", "nn.", "jax.", "prof."};
  return std::ranges::any_of(kRoots, [&](std::string_view root) {
    return name.starts_with(root) && name.size() > root.size();
  });
}

/// "pin_memory", but not "_" or "a_".
bool is_identifier(std::string_view word) {
  const std::size_t at = word.find('_', 1);
  return at != word.npos && at + 1 < word.size() && std::ranges::all_of(word, is_name) &&
         is_letter(word.front());
}

bool is_option(std::string_view word) {
  return word.size() > 3 && word.starts_with("--") && is_letter(word[2]);
}

bool is_variable(std::string_view word) {
  return word.size() > 1 && word[0] == '$' && is_letter(word[1]);
}

/// Without the punctuation behind it.
std::string_view plain_word(std::string_view word) {
  while (!word.empty() && kAfter.find(word.back()) != kAfter.npos) {
    const bool closes = word.back() == ')' || word.back() == ']';
    if (closes && open_brackets(word) >= 0) break;
    word.remove_suffix(1);
  }
  return word;
}

/// The bytes of code at the start of `rest`, which is the start of a word; 0 if there is none.
std::size_t code_length(std::string_view rest) {
  constexpr std::size_t kMost = 120;  // a bracket that is never closed is none of code
  std::size_t end = std::min(rest.find_first_of(" \n"), rest.size());
  if (begins_value(rest.substr(0, end))) {
    while (open_brackets(rest.substr(0, end)) > 0) {
      if (end >= std::min(rest.size(), kMost)) return 0;
      end = std::min(rest.find_first_of(" \n", end + 1), rest.size());
    }
    return plain_word(rest.substr(0, end)).size();
  }
  const std::string_view word = plain_word(rest.substr(0, end));
  const bool code = is_option(word) || is_variable(word) || is_identifier(word) ||
                    (is_of_library(word) && dotted_name(word) == word.size());
  return code ? word.size() : 0;
}

class Marker {
 public:
  explicit Marker(std::string_view sentence) : rest_(sentence) {}

  MarkedSentence run() {
    while (!rest_.empty()) {
      if (!take_quoted()) take_word();
    }
    return std::move(out_);
  }

 private:
  /// "`nsys profile`" up to the second backquote.
  bool take_quoted() {
    if (rest_.front() != '`') return false;
    const std::size_t end = rest_.find('`', 1);
    if (end == rest_.npos || end == 1) return false;
    add_code(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return true;
  }

  void take_word() {
    if (const std::size_t code = at_start_ ? code_length(rest_) : 0; code > 0) {
      add_code(rest_.substr(0, code));
      rest_.remove_prefix(code);
      at_start_ = false;
      return;
    }
    // What stands before code leaves the start of a word where it was.
    const char c = rest_.front();
    at_start_ = c == ' ' || c == '\n' || (at_start_ && kBefore.find(c) != kBefore.npos);
    out_.text += c;
    rest_.remove_prefix(1);
  }

  void add_code(std::string_view code) {
    out_.code.push_back({out_.text.size(), out_.text.size() + code.size()});
    out_.text += code;
  }

  std::string_view rest_;
  bool at_start_ = true;
  MarkedSentence out_;
};

}  // namespace

MarkedSentence code_in(std::string_view sentence) {
  return Marker(sentence).run();
}

}  // namespace lanescope
