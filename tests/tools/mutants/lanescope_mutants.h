// What changed sources ask: is this change the one that LANESCOPE_MUTANT names? Put at the top of
// each of them by mutants.py. It allocates nothing, throws nothing and leaves errno alone, for it
// is called wherever the changed line is: in signal handlers and in other people's programs too.
#pragma once

// A choice of two numbers is no constant any more, which lists in braces would refuse.
#pragma GCC diagnostic ignored "-Wnarrowing"
#pragma GCC diagnostic ignored "-Wconversion"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace lanescope_mutants {

inline constexpr int kMost = 4096;

/// What an environment variable says as a number; 0 without it.
inline int number_of(const char* variable) {
  const char* text = std::getenv(variable);
  int number = 0;
  for (; text != nullptr && *text >= '0' && *text <= '9'; ++text)
    number = number * 10 + *text - '0';
  return number;
}

/// Leaves a file named `number` in the folder that LANESCOPE_MUTANTS_REACHED names.
inline void note_reached(int number) {
  static bool noted[kMost];
  if (number >= kMost || noted[number]) return;
  noted[number] = true;
  const char* const folder = std::getenv("LANESCOPE_MUTANTS_REACHED");
  if (folder == nullptr) return;
  char path[512];
  std::size_t length = 0;
  for (; folder[length] != '\0' && length < sizeof path - 8; ++length)
    path[length] = folder[length];
  path[length++] = '/';
  for (int place = 1000; place > 0; place /= 10)
    path[length++] = static_cast<char>('0' + number / place % 10);
  path[length] = '\0';
  const int before = errno;
  const int file = ::open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (file >= 0) ::close(file);
  errno = before;
}

inline bool is_chosen(int number) {
  static int chosen = -1;
  if (chosen < 0) chosen = number_of("LANESCOPE_MUTANT");
  if (chosen == 0) note_reached(number);
  return chosen == number;
}

/// Never while a constant is computed.
constexpr bool is_on(int number) {
  return !__builtin_is_constant_evaluated() && is_chosen(number);
}

}  // namespace lanescope_mutants
