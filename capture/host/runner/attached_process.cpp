#include "capture/host/runner/attached_process.h"

#include <array>
#include <cerrno>
#include <fstream>
#include <poll.h>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "capture/sampler/system/process_status.h"

namespace lanescope {
namespace {

constexpr int kOnlyParents = 1, kNobody = 3;  // of ptrace_scope

std::optional<int> ptrace_scope() {
  std::ifstream file("/proc/sys/kernel/yama/ptrace_scope");
  int scope = 0;
  return file >> scope ? std::optional(scope) : std::nullopt;
}

/// The system checks the permission before it looks at the address, where nothing is.
bool may_read_memory(std::int64_t pid) {
  std::array<char, 1> room{};
  const iovec to{room.data(), room.size()};
  const iovec from{reinterpret_cast<void*>(4096), room.size()};
  return ::process_vm_readv(static_cast<pid_t>(pid), &to, 1, &from, 1, 0) >= 0 || errno != EPERM;
}

std::optional<Error> check_user(const ProcessStatus& status) {
  const uid_t user = ::geteuid();
  if (status.is_of_user(user)) return std::nullopt;
  const std::uint32_t real = status.users[0];
  if (real == user) {
    return Error{Error::Kind::Unreadable,
                 "it has another user's rights, as a setuid program has; it is not sampled"};
  }
  return Error{Error::Kind::Unreadable,
               fmt::format("it belongs to another user; run lanescope as that user, such as with "
                           "`sudo -u '#{}' lanescope attach …`",
                           real)};
}

std::optional<Error> check_process(std::int64_t pid) {
  if (pid == ::getpid()) return Error{Error::Kind::Invalid, "it is lanescope itself"};
  const auto folder = ProcFolder::open(pid);
  const auto status = folder ? read_status(*folder) : std::nullopt;
  if (!status) return Error{Error::Kind::NotFound, "no such process; check the PID"};
  if (status->process != pid) {
    return Error{
        Error::Kind::Invalid,
        fmt::format("it is a thread of process {}; attach to the process", status->process)};
  }
  if (status->has_ended) return Error{Error::Kind::NotFound, "it has ended"};
  if (auto error = check_user(*status)) return error;
  if (!may_read_memory(pid))
    return Error{Error::Kind::Unreadable, why_not_readable(ptrace_scope())};
  return std::nullopt;
}

}  // namespace

std::string why_not_readable(std::optional<int> ptrace_scope) {
  const int scope = ptrace_scope.value_or(0);
  if (scope == kNobody) {
    return "kernel.yama.ptrace_scope is 3: the system lets nobody read other processes until it "
           "is restarted with another value";
  }
  if (scope >= kOnlyParents) {
    return fmt::format(
        "kernel.yama.ptrace_scope is {}: the system lets you read only processes that you have "
        "started with `lanescope record`; allow it with `sudo sysctl kernel.yama.ptrace_scope=0`",
        scope);
  }
  return "the system does not let you read it: it is protected, as setuid programs are, or in a "
         "container that lacks `--cap-add=SYS_PTRACE`";
}

Result<AttachedProcess> AttachedProcess::open(std::int64_t pid) {
  // First, so that all that is checked is about the process that is watched.
  FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  const int reason = errno;
  if (auto error = check_process(pid)) return *std::move(error);
  if (!process.open()) {
    return Error{Error::Kind::Unsupported,
                 reason == ENOSYS ? "attaching needs Linux 5.3 or newer" : "it cannot be watched"};
  }
  return AttachedProcess(pid, std::move(process));
}

bool AttachedProcess::has_ended() const {
  pollfd watched{process_.get(), POLLIN, 0};
  return ::poll(&watched, 1, 0) > 0;
}

}  // namespace lanescope
