// Writes a file so that a crash or a full disk leaves the old one whole.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lanescope {

/// Writes a new file beside `path` and puts it in the old one's place once it is on the disk. A
/// link stays a link: what it points to is replaced. Errors (message: why and, where one can say,
/// what to do; the old file is as it was): Unreadable. Cost: waits for the disk; for a worker.
std::optional<Error> replace_file(const std::string& path, std::string_view bytes);

}  // namespace lanescope
