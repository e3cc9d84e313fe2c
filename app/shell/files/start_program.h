// Programs beside this one, such as an editor.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace lanescope {

/// Whether this system lets us do that at all.
bool can_start_programs();

/// Starts a program, which is searched in $PATH, with a session of its own and no input from us.
/// Returns 0, or the number of the error; then there is no `pid`.
int start_program(const std::vector<std::string>& arguments, pid_t& pid);

/// Whether it has ended. Until that was asked for the last time the system remembers how.
bool has_ended(pid_t pid);

}  // namespace lanescope
