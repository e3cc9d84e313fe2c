#include "core/base/bytes/crc32c.h"

#include <isa-l/crc.h>

namespace lanescope {

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before) {
  // The library declares its input mutable, although it does not change it, and lengths as int.
  constexpr std::size_t kMost = 1U << 30;
  std::uint32_t crc = ~before;
  while (!bytes.empty()) {
    const std::size_t n = bytes.size() < kMost ? bytes.size() : kMost;
    auto* data = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(bytes.data()));
    crc = crc32_iscsi(data, static_cast<int>(n), crc);
    bytes = bytes.subspan(n);
  }
  return ~crc;
}

}  // namespace lanescope
