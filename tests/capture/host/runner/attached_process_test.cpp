#include "capture/host/runner/attached_process.h"

#include <csignal>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "tests/capture/sampler/child.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

void rest() {
  for (;;) ::pause();
}

/// Empty if there is none.
std::string refusal(std::int64_t pid) {
  const auto opened = AttachedProcess::open(pid);
  return opened.ok() ? "" : opened.error().message;
}

}  // namespace

TEST_CASE("a process of this user is attached to, and its end is seen") {
  Child child(rest);
  auto opened = AttachedProcess::open(child.pid());
  if (!opened.ok()) skip_case(opened.error().message);
  const AttachedProcess& process = opened.value();
  CHECK(process.pid() == child.pid());
  CHECK(process.descriptor() >= 0);
  CHECK_FALSE(process.has_ended());
  CHECK(::kill(child.pid(), 0) == 0);
  ::kill(child.pid(), SIGKILL);
  // As long as its parent has not waited for it, it is there but has ended.
  CHECK(comes_true([&] { return process.has_ended(); }));
  CHECK(comes_true([&] { return refusal(child.pid()) == "it has ended"; }));
}

TEST_CASE("what cannot be attached to is told with the reason") {
  CHECK(refusal(::getpid()) == "it is lanescope itself");
  CHECK(refusal(0x3FFFFFFF) == "no such process; check the PID");
  if (::geteuid() != 0) skip_case("only root can start processes of other users");
  const Child other([] {
    if (::setresuid(65534, 65534, 65534) != 0) ::_exit(1);
    rest();
  });
  CHECK(comes_true([&] {
    return refusal(other.pid())
        .starts_with(
            "it belongs to another user; run lanescope as that user, such as with `sudo -u "
            "'#65534' ");
  }));
  const Child mixed([] {
    if (::setresuid(0, 65534, 0) != 0) ::_exit(1);
    rest();
  });
  CHECK(comes_true([&] {
    return refusal(mixed.pid()) ==
           "it has another user's rights, as a setuid program has; it is not sampled";
  }));
}

TEST_CASE("where the system forbids reading, the command that allows it is named") {
  CHECK(why_not_readable(1) ==
        "kernel.yama.ptrace_scope is 1: the system lets you read only processes that you have "
        "started with `lanescope record`; allow it with `sudo sysctl kernel.yama.ptrace_scope=0`");
  CHECK(why_not_readable(2).find("`sudo sysctl kernel.yama.ptrace_scope=0`") != std::string::npos);
  CHECK(why_not_readable(3).find("sudo") == std::string::npos);
  for (const auto& without : {std::optional<int>(), std::optional(0)})
    CHECK(why_not_readable(without).find("--cap-add=SYS_PTRACE") != std::string::npos);
}
