// The text inside a .gz, decoded by ISA-L straight into the caller's buffer (4 to 6 GB/s of text).
#pragma once

#include <memory>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// Over the compressed bytes. Members one after another are one text, as `gzip -d` has it. A stream
/// that is cut off or corrupt gives what can be decoded and damage() says so, as it does about
/// bytes after the last member that are no gzip.
///
/// read_at: a mark every 8 MiB of text (about 55 KB each: the inflate state and its 32 KiB window,
/// 0.7 % of the text), so a far jump inflates 8 MiB at most (1 ms on average, 4 at worst); the last
/// 8 MiB block stays decoded.
std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> compressed);

}  // namespace lanescope
