// Unicode as bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::agent {

/// Writes one code point to `to`, which has room for 4 bytes. Returns the number of bytes written.
inline std::size_t put_utf8(std::uint32_t point, char* to) {
  const auto put = [to](std::size_t at, std::uint32_t byte) { to[at] = static_cast<char>(byte); };
  if (point < 0x80) {
    put(0, point);
    return 1;
  }
  if (point < 0x800) {
    put(0, 0xC0 | point >> 6);
    put(1, 0x80 | (point & 0x3F));
    return 2;
  }
  if (point < 0x10000) {
    put(0, 0xE0 | point >> 12);
    put(1, 0x80 | (point >> 6 & 0x3F));
    put(2, 0x80 | (point & 0x3F));
    return 3;
  }
  put(0, 0xF0 | (point >> 18 & 7));
  put(1, 0x80 | (point >> 12 & 0x3F));
  put(2, 0x80 | (point >> 6 & 0x3F));
  put(3, 0x80 | (point & 0x3F));
  return 4;
}

}  // namespace lanescope::agent
