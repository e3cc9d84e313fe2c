// Variables of the environment, in a program whose other threads may be setting some just now. The
// C library's getenv walks a list that its setenv moves elsewhere, and ends the program where the
// two meet.
#pragma once

#include <cstddef>

namespace lanescope::agent {

/// The value of a variable, copied to `to` with a zero behind it. Null: there is none, or it does
/// not fit. Any thread, no lock. Cost: two calls of the system for each variable of the program.
const char* variable(const char* name, char* to, std::size_t most);

template <std::size_t most>
const char* variable(const char* name, char (&to)[most]) {
  return variable(name, to, most);
}

}  // namespace lanescope::agent
