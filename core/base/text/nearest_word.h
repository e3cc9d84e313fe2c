// The word that was probably meant: for "did you mean" in an error.
#pragma once

#include <span>
#include <string_view>

namespace lanescope {

/// The word that needs the fewest edits (inserting, deleting or replacing a letter, or swapping two
/// neighbors); empty if that is more than a third of the length of `word`, or more than three.
/// Cost: O(length of the word * length of all words); only the first 40 bytes are compared.
[[nodiscard]] std::string_view nearest_word(std::string_view word,
                                            std::span<const std::string_view> words);

}  // namespace lanescope
