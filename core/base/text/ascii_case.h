// ASCII letters and digits: comparing text while ignoring the case of A to Z.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace lanescope {

constexpr char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string lower_cased(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), lower_case);
  return lower;
}

/// Begins with a capital letter, as titles and sentences do.
inline std::string capitalized(std::string_view text) {
  std::string title(text);
  if (!title.empty() && title.front() >= 'a' && title.front() <= 'z')
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return title;
}

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Whether `part` occurs in `text`; an empty one always does.
inline bool holds_ignoring_case(std::string_view text, std::string_view part) {
  return part.empty() || !std::ranges::search(text, part, {}, lower_case, lower_case).empty();
}

inline bool ends_ignoring_case(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() &&
         std::ranges::equal(text.substr(text.size() - ending.size()), ending, {}, lower_case,
                            lower_case);
}

}  // namespace lanescope
