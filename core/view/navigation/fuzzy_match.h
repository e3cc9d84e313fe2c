// Fuzzy search: the typed letters must occur in order, anywhere in the text. Used to find commands
// and lanes by a few of their letters.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanescope {

struct FuzzyMatch {
  int score = 0;                      // higher is better; only comparable for the same pattern
  std::vector<std::uint32_t> places;  // bytes of the text that were matched, ascending
};

/// Ignores the case of ASCII letters, and spaces in the pattern; a pattern without letters matches
/// everything. Of several ways to match, takes the one with the longest runs and most word starts.
/// Only the first 160 bytes of a text and 40 letters of a pattern are used.
/// Cost: O(pattern * text).
std::optional<FuzzyMatch> fuzzy_match(std::string_view pattern, std::string_view text);

}  // namespace lanescope
