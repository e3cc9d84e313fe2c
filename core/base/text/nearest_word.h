// The word that was meant: for "did you mean" behind an error.
#pragma once

#include <span>
#include <string_view>

namespace lanescope {

/// The one that takes the fewest letters put in, left out, replaced or changed with their
/// neighbour; empty where even that takes more than a third of the word, or more than three. Cost:
/// O(length of the word * length of all words); looks at the first 40 bytes.
[[nodiscard]] std::string_view nearest_word(std::string_view word,
                                            std::span<const std::string_view> words);

}  // namespace lanescope
