#include "core/view/text/names/cpp_name.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 2> kAnonymous{"(anonymous namespace)", "<unnamed>"};
constexpr std::array<std::string_view, 2> kCallOperators{"operator()", "operator ()"};

/// The one that `text` starts with, or nothing.
std::string_view started_with(std::string_view text, std::span<const std::string_view> spellings) {
  const auto at = std::ranges::find_if(
      spellings, [text](std::string_view spelling) { return text.starts_with(spelling); });
  return at == spellings.end() ? std::string_view() : *at;
}

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '~' || c == '$';
}

bool opens(char c) {
  return c == '<' || c == '(' || c == '{' || c == '[';
}

/// The text between the brackets that start at `open` and end before `after`.
std::string_view inside(std::string_view text, std::size_t open, std::size_t after) {
  constexpr std::string_view kClosing = ">)}]";
  const bool closed = after > open + 1 && kClosing.find(text[after - 1]) != std::string_view::npos;
  return text.substr(open + 1, after - open - (closed ? 2 : 1));
}

class ScopeReader {
 public:
  explicit ScopeReader(std::string_view text) : text_(text) {}

  std::vector<CppPart> run() {
    while (read_part()) {
      if (rest().starts_with("::")) {
        at_ += 2;
      } else if (!another_name_follows()) {
        break;
      }
    }
    return std::move(parts_);
  }
  [[nodiscard]] std::size_t position() const { return at_; }

 private:
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] bool at(char c) const { return at_ < text_.size() && text_[at_] == c; }

  bool read_part() {
    CppPart part;
    if (const auto anonymous = started_with(rest(), kAnonymous); !anonymous.empty()) {
      at_ += anonymous.size();
    } else if (at('{') || rest().starts_with("[lambda")) {
      read_lambda(part);
    } else if (!read_name(part)) {
      return false;
    }
    parts_.push_back(part);
    return true;
  }

  void read_lambda(CppPart& part) {
    const std::size_t after = after_bracket(text_, at_);
    const std::string_view body = inside(text_, at_, after);
    const std::size_t open = body.find('(');
    part.lambda = true;
    if (open != std::string_view::npos) {
      part.called = true;
      part.parameters = inside(body, open, after_bracket(body, open));
    }
    at_ = after;
  }

  bool read_name(CppPart& part) {
    const std::size_t begin = at_;
    if (const auto call = started_with(rest(), kCallOperators); !call.empty()) {
      at_ += call.size();
    } else {
      while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    }
    part.name = text_.substr(begin, at_ - begin);
    if (part.name.empty()) return false;
    if (at('<')) {
      const std::size_t after = after_bracket(text_, at_);
      part.templated = true;
      part.arguments = inside(text_, at_, after);
      at_ = after;
    }
    if (at('(')) {
      const std::size_t after = after_bracket(text_, at_);
      part.called = true;
      part.parameters = inside(text_, at_, after);
      at_ = after;
      if (rest().starts_with(" const::")) at_ += std::string_view(" const").size();
    }
    return true;
  }

  /// After a return type, "unsigned" or "struct", another name starts.
  bool another_name_follows() {
    if (!at(' ') || parts_.back().called) return false;
    const std::string_view next = text_.substr(at_ + 1);
    if (next.starts_with("const")) return false;
    if (started_with(next, kAnonymous).empty() && (next.empty() || !is_name_char(next.front())))
      return false;
    ++at_;
    parts_.clear();
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<CppPart> parts_;
};

}  // namespace

bool CppPart::is_call_operator() const {
  return std::ranges::find(kCallOperators, name) != kCallOperators.end();
}

std::string_view trim_spaces(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::size_t after_bracket(std::string_view text, std::size_t open) {
  std::string stack;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (opens(c)) {
      stack.push_back(c);
    } else if (c == '>') {
      if (!stack.empty() && stack.back() == '<' && text[i - 1] != '-') stack.pop_back();
    } else if (c == ')' || c == '}' || c == ']') {
      // An angle bracket still open at this point was a comparison.
      while (!stack.empty() && stack.back() == '<') stack.pop_back();
      if (!stack.empty()) stack.pop_back();
    }
    if (stack.empty()) return i + 1;
  }
  return text.size();
}

std::vector<std::string_view> split_arguments(std::string_view list) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < list.size();) {
    if (opens(list[i])) {
      i = after_bracket(list, i);
    } else if (list[i] == ',') {
      out.push_back(trim_spaces(list.substr(begin, i - begin)));
      begin = ++i;
    } else {
      ++i;
    }
  }
  out.push_back(trim_spaces(list.substr(std::min(begin, list.size()))));
  return out;
}

std::vector<CppPart> split_scopes(std::string_view text, std::size_t* end) {
  ScopeReader reader(text);
  std::vector<CppPart> parts = reader.run();
  if (end != nullptr) *end = reader.position();
  return parts;
}

}  // namespace lanescope
