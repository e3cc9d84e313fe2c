// A source without its first bytes: the byte order mark of UTF-8.
#pragma once

#include <cstddef>
#include <memory>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// Offset 0 of the result is `count` of `below`. Random access stays random access.
std::unique_ptr<ByteSource> skip_source(std::unique_ptr<ByteSource> below, std::size_t count);

}  // namespace lanescope
