// The text of a source once more.
#pragma once

#include <memory>

#include "core/base/byte_source.h"

namespace lanescope {

/// Reads `below`, which must outlive it, from its start by read_at; what cannot be read looks like
/// the end.
std::unique_ptr<ByteSource> again_source(ByteSource& below);

}  // namespace lanescope
