#include "core/base/bytes/page_part.h"

#include <array>
#include <cstdlib>

#include "core/base/bytes/byte_source.h"

extern "C" char* lanescope_fetch_part(const char* name, std::size_t* size);  // app/web/library.js

namespace lanescope {

Result<std::string> fetch_page_part(const std::string& name) {
  std::size_t size = 0;
  char* const bytes = lanescope_fetch_part(name.c_str(), &size);
  if (bytes == nullptr) return Error{Error::Kind::NotFound, "cannot fetch " + name};
  const auto source = memory_byte_source(std::string(bytes, size));
  std::free(bytes);
  std::string text;
  std::array<char, 1 << 16> piece;
  while (const std::size_t n = source->read(piece)) text.append(piece.data(), n);
  return text;
}

}  // namespace lanescope
