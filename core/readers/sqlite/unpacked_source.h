// A compressed file unpacked into memory, as SQLite reads pages in any order.
#pragma once

#include <memory>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/threads/load_progress.h"

namespace lanescope {

/// `source` itself if it has random access; otherwise all its text in memory, up to the end of the
/// database that its first bytes tell. Sizes, damage and changes are those of the file. Errors:
/// Unsupported for more than 4 GiB, Cancelled.
Result<std::shared_ptr<ByteSource>> unpacked_source(std::shared_ptr<ByteSource> source,
                                                    const LoadProgress* progress);

}  // namespace lanescope
