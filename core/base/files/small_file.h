// Files of our own and of the user's that fit in memory whole: settings, bookmarks, lists.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/result.h"

namespace lanescope {

/// All of a regular file. Errors: NotFound; Unreadable when it is something else than a file, has
/// more than `most_bytes`, or can not be read. Never waits for a writer, as of a pipe.
Result<std::string> read_small_file(const std::string& path, std::size_t most_bytes);

}  // namespace lanescope
