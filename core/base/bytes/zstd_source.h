// The text inside a .zst.
#pragma once

#include <memory>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// Over the compressed bytes. Frames one after another are one text, skippable frames are skipped.
/// A stream that is cut off or corrupt gives what can be decoded, damage() says so.
///
/// read_at: zstd can start only at a frame, so a jump back decodes from the start of its frame: for
/// the usual one-frame file everything before it, about 0.3 s per GB of text. Jumps forward go on
/// from the last place, and the last 8 MiB stay decoded. Memory: the frame's window twice (8 MiB at
/// the usual levels), 24 bytes a mark.
std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<ByteSource> compressed);

}  // namespace lanescope
