#include "core/base/check.h"

#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "core/base/result.h"

using namespace lanescope;

namespace {

struct Death {
  std::string report;  // what went to stderr
  int signal = 0;      // 0: it lived on
};

/// Runs `body` in a process of its own.
Death death_of(const std::function<void()>& body) {
  int ends[2] = {};
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);  // of doctest
    body();
    ::_exit(0);
  }
  ::close(ends[1]);
  Death death;
  char piece[512];
  for (ssize_t got = 0; (got = ::read(ends[0], piece, sizeof piece)) > 0;)
    death.report.append(piece, static_cast<std::size_t>(got));
  ::close(ends[0]);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  death.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return death;
}

enum class Phase : std::uint8_t { First = 7 };

}  // namespace

TEST_CASE("What holds costs nothing to say, and its values are not looked at") {
  int looked_at = 0;
  const auto value = [&looked_at] { return ++looked_at; };
  LANESCOPE_CHECK(looked_at == 0, "nothing looked at, not {}", value());
  CHECK(looked_at == 0);
}

#if !defined(LANESCOPE_NO_CHECKS)
TEST_CASE("A check that does not hold says where, what was expected and the values, and aborts") {
  const std::size_t begin = 4, end = 2;
  constexpr int kLine = __LINE__ + 1;
  const auto fails = [&] { LANESCOPE_CHECK(begin <= end, "a run from {} to {}", begin, end); };
  const Death death = death_of(fails);
  CHECK(death.signal == SIGABRT);
  CHECK(death.report == "tests/core/base/check_test.cpp:" + std::to_string(kLine) +
                            ": check failed: begin <= end; expected a run from 4 to 2\n");
}

TEST_CASE("Values of all kinds are told, and holes without a value stay") {
  const std::string name = "aten::mm";
  const Death death = death_of(
      [&] { LANESCOPE_CHECK(name.empty(), "{}, {}, {}, {}, {}", -3, 0.5, name, Phase::First); });
  CHECK(death.report.ends_with("; expected -3, 0.5, aten::mm, 7, {}\n"));
}

TEST_CASE("Who takes the value of a result that has none is told its error") {
  const Death death = death_of([] {
    const Result<int> result = Error{Error::Kind::NotFound, "there is no such file"};
    static_cast<void>(result.value());
  });
  CHECK(death.signal == SIGABRT);
  CHECK(death.report.find("expected a value instead of the error \"there is no such file\"") !=
        std::string::npos);
}
#endif
