#include "core/base/bytes/file_digest.h"

#include <algorithm>
#include <span>

#include "core/base/files/system_file.h"
#include "core/base/text/text_hash.h"

namespace lanescope {

std::string file_digest(int descriptor, std::uint64_t size) {
  constexpr std::uint64_t kPieces = 16, kPiece = 4096;
  std::string text;
  std::string piece(kPiece, '\0');
  std::uint64_t end = 0;
  for (std::uint64_t i = 0; i < kPieces && end < size; ++i) {
    const std::uint64_t spread = i * (std::max(size, kPiece) - kPiece) / (kPieces - 1);
    const std::uint64_t at = size <= kPieces * kPiece ? end : spread;
    const std::uint64_t wanted = std::min(kPiece, size - at);
    const std::int64_t n = read_at(descriptor, at, std::span(piece).first(wanted));
    text.append(piece, 0, n > 0 ? static_cast<std::size_t>(n) : 0);
    end = at + wanted;
  }
  return hash_digits(text);
}

}  // namespace lanescope
