#include "capture/sampler/python/remote_text.h"

#include <algorithm>
#include <cstring>

#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

// The bits of PyASCIIObject.state.
constexpr unsigned kKindShift = 2, kKindMask = 7;
constexpr std::uint32_t kCompact = 1U << 5, kAscii = 1U << 6;

std::string to_utf8(const std::string& wide, unsigned width) {
  std::string text;
  for (std::size_t at = 0; at + width <= wide.size(); at += width) {
    std::uint32_t point = 0;
    std::memcpy(&point, wide.data() + at, width);
    const bool is_character = point < 0xD800 || (point > 0xDFFF && point <= 0x10FFFF);
    char bytes[4];
    char* const end = write_utf8(is_character ? point : kReplacementCharacter, bytes);
    text.append(bytes, end);
  }
  return text;
}

}  // namespace

bool is_ascii_text(std::uint32_t state) {
  return (state & kCompact) != 0 && (state & kAscii) != 0;
}

std::optional<std::string> read_python_text(const RemoteMemory& memory, const PythonLayout& layout,
                                            std::uint64_t address, std::size_t most_characters) {
  if (!is_remote_object(address)) return {};
  const auto state = memory.load<std::uint32_t>(address + layout.str_state);
  const auto length = memory.load<std::int64_t>(address + layout.str_length);
  if (!state || !length || *length < 0) return {};
  const unsigned width = *state >> kKindShift & kKindMask;
  if ((*state & kCompact) == 0 || (width != 1 && width != 2 && width != 4)) return {};
  const bool is_ascii = is_ascii_text(*state);
  const std::size_t characters = std::min(static_cast<std::size_t>(*length), most_characters);
  std::string text(characters * width, '\0');
  const std::uint16_t offset = is_ascii ? layout.str_ascii : layout.str_wide;
  if (!memory.read(address + offset, text.data(), text.size())) return {};
  return is_ascii ? text : to_utf8(text, width);
}

}  // namespace lanescope
