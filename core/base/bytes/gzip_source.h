// The text inside a .gz file, decoded by ISA-L directly into the caller's buffer (4 to 6 GB/s of
// text).
#pragma once

#include <memory>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// Decodes the compressed bytes. Consecutive members form one text, as with `gzip -d`. From a
/// truncated or corrupt stream it returns what can be decoded, and damage() reports the fault, as
/// it does for bytes after the last member that are not gzip.
///
/// read_at: a mark every 8 MiB of text (about 55 KB each: the inflate state and its 32 KiB window,
/// 0.7 % of the text), so a random access inflates at most 8 MiB (1 ms on average, 4 ms at worst);
/// the last 8 MiB block is kept decoded.
std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> compressed);

}  // namespace lanescope
