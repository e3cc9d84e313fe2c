// Letters typed in order, anywhere in a text: how a person finds a command or a lane by a few of
// its letters.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanescope {

struct FuzzyMatch {
  int score = 0;                      // the higher the better; only compares for one pattern
  std::vector<std::uint32_t> places;  // bytes of the text that were matched, rising
};

/// Case of ASCII letters and blanks of the pattern are ignored; a pattern without letters matches
/// everything. Of the ways to match, the one with the longest runs and most starts of words. Texts
/// are looked at up to 160 bytes, patterns up to 40. Cost: O(pattern * text).
std::optional<FuzzyMatch> fuzzy_match(std::string_view pattern, std::string_view text);

}  // namespace lanescope
