#include "capture/agent/python_objects.h"

#include "capture/agent/utf8.h"

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

}  // namespace

std::string_view python_text(const PythonLayout& layout, const void* object, char* buffer,
                             std::size_t buffer_bytes) {
  if (!is_object_pointer(object)) return "?";
  const auto state = load_field<std::uint32_t>(object, layout.str_state);
  const auto length = load_field<std::int64_t>(object, layout.str_length);
  const unsigned width = state >> kKindShift & kKindMask;
  const bool known_width = width == 1 || width == 2 || width == 4;
  if ((state & kCompact) == 0 || !known_width || length < 0) return "?";
  const char* const data = static_cast<const char*>(object);
  if ((state & kAscii) != 0) return {data + layout.str_ascii, static_cast<std::size_t>(length)};
  std::size_t used = 0;
  for (std::int64_t at = 0; at < length && used + 4 <= buffer_bytes; ++at) {
    const std::uint32_t point =
        code_point(data + layout.str_wide, width, static_cast<std::size_t>(at));
    used += put_utf8(point, buffer + used);
  }
  return {buffer, used};
}

}  // namespace lanescope::agent
