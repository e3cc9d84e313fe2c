// Text of unknown origin, such as a name in a file or a message that quotes one, as part of a line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope {

/// The beginning of a text, at most `most_bytes` and cut between characters. Control characters and
/// line breaks become spaces, invalid UTF-8 becomes U+FFFD.
std::string one_line(std::string_view text, std::size_t most_bytes);

}  // namespace lanescope
