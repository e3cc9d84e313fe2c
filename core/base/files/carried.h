// Files that the executable carries inside itself: none, unless it was built as one file
// (LANESCOPE_PORTABLE), when core/base/files/carried/pack.cmake packs them.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace lanescope {

/// One carried file, compressed with zstd. Laid out by pack.cmake in assembly.
struct CarriedFile {
  const char* name;  // relative: "fonts/Inter-Regular.ttf"
  const std::byte* begin;
  const std::byte* end;
  std::size_t size;        // uncompressed, bytes
  std::size_t executable;  // 1: a program
};

/// In the order of their names. Any thread.
std::span<const CarriedFile> carried_files();

/// Differs whenever the carried files do; hexadecimal digits. Empty without any.
std::string_view carried_hash();

}  // namespace lanescope
