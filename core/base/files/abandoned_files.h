// What replacements of files leave behind when their process is killed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope {

/// Removes what FileReplacement left directly in a folder for files whose names end so, if the
/// process that wrote it is gone: it holds a lock as long as it lives. Nothing where the file
/// system has no locks. Returns how many. Other processes may write to the folder meanwhile. Cost:
/// lists the folder.
std::size_t remove_abandoned(const std::string& folder, std::string_view ending);

}  // namespace lanescope
