// A running process that is sampled from outside. It is never started, stopped or signalled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/base/files/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

class AttachedProcess {
 public:
  /// Errors, with what helps: NotFound (no such process, or it has ended), Invalid (a thread, or
  /// this process), Unreadable: it belongs to another user, has another user's rights as a setuid
  /// program, or the system does not let this user read its memory; Unsupported (no pidfd).
  static Result<AttachedProcess> open(std::int64_t pid);

  [[nodiscard]] std::int64_t pid() const { return pid_; }
  /// Readable once it has ended.
  [[nodiscard]] int descriptor() const { return process_.get(); }
  [[nodiscard]] bool has_ended() const;

 private:
  AttachedProcess(std::int64_t pid, FileDescriptor process)
      : pid_(pid), process_(std::move(process)) {}

  std::int64_t pid_;
  FileDescriptor process_;  // a pidfd
};

/// Why a process of this user cannot be read, and the command that helps. `ptrace_scope`: of
/// kernel.yama; nullopt: the system does not have it.
std::string why_not_readable(std::optional<int> ptrace_scope);

}  // namespace lanescope
