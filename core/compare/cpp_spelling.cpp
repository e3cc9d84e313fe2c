#include "core/compare/cpp_spelling.h"

#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

bool is_word(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// Where Nsight Systems (first) and libiberty (second) differ in whole words.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kSpellings = {
    {{"<unnamed>", "{}"},
     {"(anonymous namespace)", "{}"},
     {"(bool)0", "false"},
     {"(bool)1", "true"}}};
/// Left out: they stand before or after a type, or are only there for some demanglers.
constexpr std::array<std::string_view, 2> kNoise = {"const", "void"};

class Speller {
 public:
  explicit Speller(std::string_view name) : name_(name) {}

  /// nullopt if brackets do not match: the name was truncated.
  std::optional<std::string> spell() {
    while (at_ < name_.size()) {
      if (take_spelling()) continue;
      const char c = name_[at_];
      if (rest().starts_with("[lambda(") || rest().starts_with("{lambda(")) {
        if (!take_lambda()) return std::nullopt;
      } else if (c == '(') {
        if (!take_parentheses()) return std::nullopt;
      } else if (is_word(c)) {
        take_word();
      } else {
        if (c != ' ') out_ += c;
        ++at_;
      }
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string_view rest() const { return name_.substr(at_); }

  bool take_spelling() {
    for (const auto& [from, to] : kSpellings) {
      if (!rest().starts_with(from)) continue;
      out_ += to;
      at_ += from.size();
      return true;
    }
    return false;
  }

  /// Skips "(…)", and returns what is inside.
  std::optional<std::string_view> take_parentheses() {
    const std::size_t begin = at_ + 1;
    std::size_t depth = 0;
    for (; at_ < name_.size(); ++at_) {
      if (name_[at_] == '(') ++depth;
      if (name_[at_] == ')' && --depth == 0) {
        ++at_;
        return name_.substr(begin, at_ - 1 - begin);
      }
    }
    return std::nullopt;
  }

  /// "[lambda(float) (instance 2)]" and "{lambda(float)#2}" become "{float#2}". Lambdas with other
  /// parameters are numbered on their own.
  bool take_lambda() {
    at_ += std::string_view("{lambda").size();
    const auto parameters = take_parentheses();
    if (!parameters) return false;
    out_ += '{';
    for (const char c : *parameters) {
      if (c != ' ') out_ += c;
    }
    out_ += '#';
    for (; at_ < name_.size() && name_[at_] != ']' && name_[at_] != '}'; ++at_) {
      if (is_digit(name_[at_])) out_ += name_[at_];
    }
    if (at_ == name_.size()) return false;
    out_ += '}';
    ++at_;
    return true;
  }

  void take_word() {
    const std::size_t begin = at_;
    while (at_ < name_.size() && is_word(name_[at_])) ++at_;
    std::string_view word = name_.substr(begin, at_ - begin);
    for (const std::string_view noise : kNoise) {
      if (word == noise) return;
    }
    word = without_suffix(word);
    if (!out_.empty() && is_word(out_.back())) out_ += ' ';
    out_ += word;
  }

  /// "4" for "4ul".
  static std::string_view without_suffix(std::string_view word) {
    const std::size_t digits = word.find_last_of("0123456789") + 1;
    const bool number = is_digit(word.front()) &&
                        word.substr(0, digits).find_first_not_of("0123456789") == word.npos &&
                        word.substr(digits).find_first_not_of("ul") == word.npos;
    return number ? word.substr(0, digits) : word;
  }

  std::string_view name_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string cpp_spelling(std::string_view name) {
  const bool cpp = name.find('<') != name.npos || name.find("::") != name.npos;
  if (!cpp || name.find(".py(") != name.npos) return std::string(name);
  return Speller(name).spell().value_or(std::string(name));
}

}  // namespace lanescope
