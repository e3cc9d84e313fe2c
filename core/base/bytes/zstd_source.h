// The text inside a .zst file.
#pragma once

#include <memory>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// Decodes the compressed bytes. Consecutive frames form one text; skippable frames are skipped.
/// From a truncated or corrupt stream it returns what can be decoded, and damage() reports the
/// fault.
///
/// read_at: zstd can only start at a frame, so going back decodes from the start of the frame: for
/// the usual single-frame file, everything before the position, at about 0.3 s per GB of text.
/// Going forward continues from the last position, and the last 8 MiB are kept decoded. Memory:
/// twice the frame's window (8 MiB at the usual levels), and 24 bytes per mark.
std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<ByteSource> compressed);

}  // namespace lanescope
