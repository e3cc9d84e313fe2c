// Bytes that are in memory already.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// `bytes` as they are. With `slow_reads` > 0 each read() gives at most that many and the source
/// does not offer random access, as a stream would behave.
std::unique_ptr<ByteSource> raw_memory_source(std::string bytes, std::size_t slow_reads);

}  // namespace lanescope
