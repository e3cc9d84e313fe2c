#include "core/build/tracks/wildcard.h"

#include <cstddef>

namespace lanescope {

/// Of several `*`, only the last one ever needs to take more of the text than it did.
bool matches_wildcards(std::string_view text, std::string_view pattern) {
  std::size_t at = 0, in_text = 0;
  std::size_t star = std::string_view::npos, after_star = 0;
  while (in_text < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      after_star = in_text;
    } else if (at < pattern.size() && pattern[at] == text[in_text]) {
      ++at;
      ++in_text;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      in_text = ++after_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

}  // namespace lanescope
