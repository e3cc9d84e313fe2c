// Other words for commands, under which the palette finds them too.
#pragma once

#include <string_view>

namespace lanescope {

/// Lower-case words with spaces between them: "dark colors"; empty if the title has all there are.
std::string_view search_words(std::string_view command_id);

/// Whether each word of what was typed begins one of the words, ignoring case.
bool begin_words(std::string_view typed, std::string_view words);

}  // namespace lanescope
