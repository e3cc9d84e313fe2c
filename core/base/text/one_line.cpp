#include "core/base/text/one_line.h"

#include <algorithm>

#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

/// Also U+0080 to U+009F, of which one breaks lines, and the separators U+2028 and U+2029.
bool is_control_or_break(std::string_view character) {
  if (character.size() == 1) {
    const auto byte = static_cast<unsigned char>(character.front());
    return byte < 0x20U || byte == 0x7FU;
  }
  return (character >= "\xC2\x80" && character <= "\xC2\x9F") || character == "\xE2\x80\xA8" ||
         character == "\xE2\x80\xA9";
}

}  // namespace

std::string one_line(std::string_view text, std::size_t most_bytes) {
  std::string line;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    std::string_view character = length == 0 ? kReplacementUtf8 : text.substr(0, length);
    if (is_control_or_break(character)) character = " ";
    if (line.size() + character.size() > most_bytes) break;
    line += character;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return line;
}

}  // namespace lanescope
