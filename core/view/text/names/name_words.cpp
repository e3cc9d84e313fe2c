#include "core/view/text/names/name_words.h"

#include <cctype>
#include <cstddef>

namespace lanescope {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::vector<std::string_view> words_of_text(std::string_view name) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (at < name.size()) {
    const std::size_t begin = at;
    const bool negative =
        name[at] == '-' && at + 1 < name.size() && is_digit(name[at + 1]);  // not "->"
    if (negative) ++at;
    while (at < name.size() && is_word(name[at])) ++at;
    if (at == begin) {
      ++at;
      continue;
    }
    if (!name.substr(at).starts_with("::")) words.push_back(name.substr(begin, at - begin));
  }
  return words;
}

/// The digits from `at` on.
std::string_view number_at(std::string_view name, std::size_t at) {
  std::size_t end = at;
  while (end < name.size() && is_digit(name[end])) ++end;
  return name.substr(at, end - at);
}

/// The length that the digits before an identifier give; 0 if it does not fit in `most`.
std::size_t length_in(std::string_view digits, std::size_t most) {
  std::size_t length = 0;
  for (const char c : digits) {
    length = length * 10 + static_cast<std::size_t>(c - '0');
    if (length > most) return 0;
  }
  return length;
}

constexpr std::string_view kHalfTypes = "DF16";  // and one more letter: "DF16b", "DF16_"

/// The position after a reference to an earlier part or parameter, "S1_" or "T_"; `at` if there is
/// none.
std::size_t after_reference(std::string_view name, std::size_t at) {
  if (name[at] != 'S' && name[at] != 'T') return at;
  std::size_t end = at + 1;
  while (end < name.size() && (is_digit(name[end]) || (name[end] >= 'A' && name[end] <= 'Z')))
    ++end;
  return end < name.size() && name[end] == '_' ? end + 1 : at;
}

/// The Itanium ABI writes "5gemm" for an identifier and "Li256E" for a number of type int.
std::vector<std::string_view> words_of_mangled(std::string_view name) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (at < name.size()) {
    if (name.substr(at).starts_with(kHalfTypes)) {
      words.push_back(name.substr(at, kHalfTypes.size() + 1));
      at += words.back().size();
      continue;
    }
    if (const std::size_t after = after_reference(name, at); after != at) {
      at = after;
      continue;
    }
    const bool literal = name[at] == 'L' && at + 2 < name.size();
    const bool negative = literal && name[at + 2] == 'n';
    const std::string_view digits = number_at(name, literal ? at + (negative ? 3 : 2) : at);
    const std::size_t end = static_cast<std::size_t>(digits.data() - name.data()) + digits.size();
    if (digits.empty()) {
      ++at;
    } else if (literal) {
      words.push_back(digits);
      at = end;
    } else {
      const std::size_t length = length_in(digits, name.size() - end);
      if (length != 0) words.push_back(name.substr(end, length));
      at = end + length;
    }
  }
  return words;
}

}  // namespace

std::vector<std::string_view> name_words(std::string_view name) {
  return name.starts_with("_Z") ? words_of_mangled(name) : words_of_text(name);
}

}  // namespace lanescope
