#include "core/base/text/text_hash.h"

#include <cstdint>

namespace lanescope {

std::string hash_digits(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  std::string digits;
  for (unsigned i = 0; i < 16; ++i) digits += "0123456789abcdef"[hash >> (4 * i) & 15U];
  return digits;
}

}  // namespace lanescope
