#include "core/base/bytes/pack.h"

#include <new>
#include <zstd.h>

namespace lanescope {

std::string pack_zstd(std::string_view bytes, int level) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size) != 0U) throw std::bad_alloc();  // there is room, so nothing else can fail
  out.resize(size);
  return out;
}

}  // namespace lanescope
