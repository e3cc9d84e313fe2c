// UTF-16 text as UTF-8: what PowerShell's `>` makes of a trace.
#pragma once

#include <memory>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// Over bytes that start with a UTF-16 byte order mark, which tells the order and is left out.
/// Unpaired surrogates and a last odd byte become U+FFFD; damage() speaks of neither. read_at: a
/// mark every MiB of text, 24 bytes each.
std::unique_ptr<ByteSource> utf16_source(std::unique_ptr<ByteSource> below);

}  // namespace lanescope
