// A hash of text that is the same on every machine, for text too long to store.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope {

inline constexpr std::uint64_t kNoTextHash = 0xcbf29ce484222325;

/// FNV-1a; `before` continues the hash of the preceding text.
inline std::uint64_t text_hash(std::string_view text, std::uint64_t before = kNoTextHash) {
  for (const char c : text) before = (before ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return before;
}

}  // namespace lanescope
