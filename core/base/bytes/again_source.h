// The text of a source once more.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// Reads `below`, which must outlive it, by read_at from the text offset `from` on; what cannot be
/// read looks like the end.
std::unique_ptr<ByteSource> again_source(ByteSource& below, std::uint64_t from = 0);

}  // namespace lanescope
