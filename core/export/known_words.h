// The vocabulary of the field: words that occur in the names of libraries and say nothing about
// whoever uses them.
#pragma once

#include <string_view>

namespace lanescope {

/// Whether every word of the text is in the vocabulary. A word is a run of letters, divided where
/// upper case begins ("splitKreduceKernel" is split, kreduce and kernel); digits and punctuation
/// are ignored, and so are words of one or two letters. False for text outside ASCII, for what may
/// be a network address, and for more than 4096 bytes. Any thread. Cost: that of the text.
bool has_only_known_words(std::string_view text);

}  // namespace lanescope
