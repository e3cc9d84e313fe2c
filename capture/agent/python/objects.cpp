#include "capture/agent/python/objects.h"

#include <algorithm>

#include "capture/agent/process/utf8.h"

namespace lanescope::agent {
namespace {

// The bits of PyASCIIObject.state.
constexpr unsigned kKindShift = 2, kKindMask = 7;
constexpr std::uint32_t kCompact = 1U << 5, kAscii = 1U << 6;

std::uint32_t code_point(const char* data, unsigned width, std::size_t index) {
  std::uint32_t point = 0;
  std::memcpy(&point, data + index * width, width);
  return point;
}

const char* inside(const void* object, std::uint16_t offset) {
  return static_cast<const char*>(object) + offset;
}

}  // namespace

std::optional<std::string_view> python_text(const PythonLayout& layout, const void* object,
                                            const TextRoom& room, Forbidden forbidden) {
  if (!is_object_pointer(object)) return "?";
  const auto state = copy_field<std::uint32_t>(object, layout.str_state, forbidden);
  const auto reported = copy_field<std::int64_t>(object, layout.str_length, forbidden);
  if (!state || !reported) return {};
  const unsigned width = *state >> kKindShift & kKindMask;
  const bool known_width = width == 1 || width == 2 || width == 4;
  if ((*state & kCompact) == 0 || !known_width || *reported < 0) return "?";
  const auto length = static_cast<std::size_t>(*reported);
  if ((*state & kAscii) != 0) {
    const std::size_t bytes = std::min(length, room.text_bytes);
    if (!copy_memory(room.text, inside(object, layout.str_ascii), bytes, forbidden)) return {};
    return std::string_view(room.text, bytes);
  }
  const std::size_t characters = std::min(length, room.wide_bytes / width);
  if (!copy_memory(room.wide, inside(object, layout.str_wide), characters * width, forbidden))
    return {};
  std::size_t used = 0;
  for (std::size_t at = 0; at < characters && used + 4 <= room.text_bytes; ++at)
    used += put_utf8(code_point(room.wide, width, at), room.text + used);
  return std::string_view(room.text, used);
}

std::optional<std::string_view> python_bytes(const PythonLayout& layout, const void* object,
                                             char* to, std::size_t most, bool& is_cut,
                                             Forbidden forbidden) {
  is_cut = false;
  if (!is_object_pointer(object)) return std::string_view();
  const auto length = copy_field<std::int64_t>(object, layout.bytes_length, forbidden);
  if (!length) return {};
  if (*length <= 0) return std::string_view();
  is_cut = static_cast<std::size_t>(*length) > most;
  const std::size_t bytes = std::min(static_cast<std::size_t>(*length), most);
  if (!copy_memory(to, inside(object, layout.bytes_data), bytes, forbidden)) return {};
  return std::string_view(to, bytes);
}

}  // namespace lanescope::agent
