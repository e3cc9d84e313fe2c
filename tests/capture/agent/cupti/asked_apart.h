// Asks a library that may get in the way of others, or crash, in a process of its own.
#pragma once

#include <array>
#include <csignal>
#include <optional>
#include <type_traits>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

namespace lanescope {

/// What `ask` returns there; nullopt: the process did not survive it.
template <typename Ask>
auto asked_apart(Ask&& ask) -> std::optional<std::invoke_result_t<Ask>> {
  using Answer = std::invoke_result_t<Ask>;
  static_assert(std::is_trivially_copyable_v<Answer>);
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    // A crash is an answer, and no failure of the case.
    for (const int signal : {SIGSEGV, SIGBUS, SIGABRT}) ::signal(signal, SIG_DFL);
    const Answer answer = ask();
    const bool is_told = ::write(ends[1], &answer, sizeof answer) == sizeof answer;
    ::_exit(is_told ? 0 : 1);
  }
  ::close(ends[1]);
  Answer answer{};
  const bool is_told = ::read(ends[0], &answer, sizeof answer) == sizeof answer;
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  return is_told ? std::optional(answer) : std::nullopt;
}

}  // namespace lanescope
