// Whether a program holds a file's lock, as a recorder does for as long as it writes the file.
#pragma once

#include <string>

namespace lanescope {

/// False also if that cannot be found out: the file cannot be opened, or the system or its file
/// system has no such locks. Any thread. Cost: some system calls.
bool is_write_locked(const std::string& path);

}  // namespace lanescope
