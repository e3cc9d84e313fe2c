// Reads environment variables in a program whose other threads may be setting some at the same
// time. The C library's getenv walks a list that setenv reallocates, and the race crashes the
// program.
#pragma once

#include <cstddef>

namespace lanescope::agent {

/// The value of a variable, copied to `to` and zero-terminated. Null if it is not set or does not
/// fit. Any thread; takes no lock. Cost: two system calls for each variable in the environment.
const char* variable(const char* name, char* to, std::size_t most);

template <std::size_t most>
const char* variable(const char* name, char (&to)[most]) {
  return variable(name, to, most);
}

}  // namespace lanescope::agent
