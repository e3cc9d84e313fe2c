// A sandbox that forbids a process to copy its own memory, and a way to run code in one.
#pragma once

#include <cstddef>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "tests/skip.h"

namespace lanescope::agent {

/// From now on this thread may not copy its process's memory. False: no such sandbox is available
/// here.
inline bool forbid_copies() {
  sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),  // the call's number
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{sizeof rules / sizeof rules[0], rules};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

inline constexpr int kNoSandbox = 77;

/// Runs `body` in a child process that it may sandbox. It returns 0, or what went wrong; kNoSandbox
/// skips the case.
template <typename Body>
void check_in_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE_MESSAGE(WIFEXITED(status), "the child was killed by ", WTERMSIG(status));
  if (WEXITSTATUS(status) == kNoSandbox) skip_case("there is no such sandbox here");
  CHECK(WEXITSTATUS(status) == 0);
}

}  // namespace lanescope::agent
