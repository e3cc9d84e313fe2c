// Texts for tests of the byte sources, also compressed or in another encoding.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// About `size` bytes that look like a trace: lines of JSON with changing numbers. Deterministic.
std::string trace_like_text(std::size_t size);

/// A single gzip member; a single zstd frame.
std::string gzip_of(std::string_view text);
std::string zstd_of(std::string_view text);

/// A skippable zstd frame, which contains no text.
std::string skippable_zstd_frame(std::string_view content);

/// UTF-16 with a byte order mark. `text` is valid UTF-8.
std::string utf16_of(std::string_view text, bool big_endian);

/// Everything read() returns, `chunk` bytes at a time.
std::string read_all(ByteSource& source, std::size_t chunk = 1U << 16);

/// What read_at() returns.
std::string read_part(ByteSource& source, std::size_t offset, std::size_t size);

}  // namespace lanescope
