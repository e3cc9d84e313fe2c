// UTF-16 text as UTF-8; PowerShell's `>` writes traces as UTF-16.
#pragma once

#include <memory>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// Decodes bytes that start with a UTF-16 byte order mark, which gives the byte order and is left
/// out. Unpaired surrogates and an odd last byte become U+FFFD; damage() reports neither. read_at:
/// a mark every MiB of text, 24 bytes each.
std::unique_ptr<ByteSource> utf16_source(std::unique_ptr<ByteSource> below);

}  // namespace lanescope
