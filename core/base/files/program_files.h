// Files that belong to the program: fonts, the example trace, the capture agent.
#pragma once

#include <string>

#include "core/base/result.h"

namespace lanescope {

/// The path of a file or folder of the program, such as "fonts" or "liblanescope_inject.so". If the
/// executable carries it inside, it is unpacked to the user's cache ($XDG_CACHE_HOME or ~/.cache,
/// else a private folder in /tmp), where later runs find it. Otherwise it is beside the executable,
/// as in a build tree, or in ../lib/lanescope or ../share/lanescope, as installed. Errors (message:
/// where it was looked for, or why it cannot be unpacked): NotFound, Unreadable. Cost: a few system
/// calls; unpacking takes some 50 ms, once. Any thread.
Result<std::string> find_program_file(const std::string& name);

/// Whether the program has such a file, inside itself or beside itself. Unpacks nothing. Any
/// thread.
bool has_program_file(const std::string& name);

}  // namespace lanescope
