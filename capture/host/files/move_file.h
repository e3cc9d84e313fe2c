// Puts a finished file where it belongs, without harm to it or to what is there.
#pragma once

#include <optional>
#include <string>

#include "capture/host/files/disk.h"
#include "core/base/result.h"

namespace lanescope {

/// Moves `from` to the name `to`, which must be free; onto another disk by a copy. Errors:
/// Unreadable (message: why), and then `from` is as it was and at `to` is nothing that was not
/// there before. Cost: a rename, or a copy that waits for the disk.
std::optional<Error> move_file(const std::string& from, const std::string& to, Disk& disk);

}  // namespace lanescope
