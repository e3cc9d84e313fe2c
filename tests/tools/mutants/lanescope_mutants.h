// Called by mutated sources to check whether a mutation is the one selected by LANESCOPE_MUTANT.
// Inserted at the top of each by mutants.py. Allocates nothing, throws nothing and preserves errno,
// because it is called wherever a mutated line is, including signal handlers and other programs.
#pragma once

// A choice between two numbers is not a constant, so braced lists would reject it as narrowing.
#pragma GCC diagnostic ignored "-Wnarrowing"
#pragma GCC diagnostic ignored "-Wconversion"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace lanescope_mutants {

inline constexpr int kMost = 4096;

/// The value of an environment variable as a number; 0 if it is not set.
inline int number_of(const char* variable) {
  const char* text = std::getenv(variable);
  int number = 0;
  for (; text != nullptr && *text >= '0' && *text <= '9'; ++text)
    number = number * 10 + *text - '0';
  return number;
}

/// Creates a file named `number` in the folder given by LANESCOPE_MUTANTS_REACHED.
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

/// Never true during constant evaluation.
constexpr bool is_on(int number) {
  return !__builtin_is_constant_evaluated() && is_chosen(number);
}

}  // namespace lanescope_mutants
