#include "core/base/programs/late_end.h"

#include <csignal>
#include <initializer_list>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

using namespace lanescope;

namespace {

/// How a process ends that runs this.
template <typename Run>
int end_of(Run run) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    run();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("a signal ends the process once the last one who holds it back is done") {
  const int status = end_of([] {
    const LateEnd outer;
    {
      const LateEnd inner;
      ::kill(::getpid(), SIGTERM);
    }
    if (!LateEnd::asked()) ::_exit(3);
  });
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
}

TEST_CASE("without a signal nothing changes, and one that is ignored stays ignored") {
  const int status = end_of([] {
    std::signal(SIGHUP, SIG_IGN);
    {
      const LateEnd none;
      ::kill(::getpid(), SIGHUP);
      if (LateEnd::asked()) ::_exit(3);
    }
    ::kill(::getpid(), SIGHUP);
    ::_exit(std::signal(SIGTERM, SIG_DFL) == SIG_DFL ? 7 : 4);
  });
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 7);
}
