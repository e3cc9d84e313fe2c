// Files of ours and of the user that are small enough to read into memory: settings, bookmarks,
// lists.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace lanescope {

/// The contents of a regular file. Errors: NotFound; Unreadable if it is not a regular file, has
/// more than `most_bytes`, or cannot be read. Never waits for the writer of a pipe.
Result<std::string> read_small_file(const std::string& path, std::size_t most_bytes);
/// The same into `text`, whose memory it uses; what is in it after an error is undefined.
std::optional<Error> read_small_file(const std::string& path, std::size_t most_bytes,
                                     std::string& text);

}  // namespace lanescope
