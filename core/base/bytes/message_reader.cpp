#include "core/base/bytes/message_reader.h"

namespace lanescope {

std::optional<std::uint64_t> take_long_message_varint(std::string_view& bytes) {
  constexpr std::size_t kMostBytes = 10;
  const std::size_t most = bytes.size() < kMostBytes ? bytes.size() : kMostBytes;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < most; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    value |= std::uint64_t{byte & 0x7FU} << 7 * i;
    if (byte >= 0x80) continue;
    bytes.remove_prefix(i + 1);
    return value;
  }
  return std::nullopt;
}

}  // namespace lanescope
