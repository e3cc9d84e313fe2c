// Numbers are those of the C library's headers, so that x86-64 and 64-bit ARM, which lacks many of
// the older calls, share one table.
#include "capture/sampler/system/system_calls.h"

#include <algorithm>
#include <iterator>

#include <sys/syscall.h>

#include "core/base/check.h"
#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

using enum CallSubject;

constexpr KnownCall kCalls[] = {
    // Files, pipes and sockets.
    {SYS_read, "read", File},
    {SYS_write, "write", File},
    {SYS_pread64, "pread", File},
    {SYS_pwrite64, "pwrite", File},
    {SYS_readv, "readv", File},
    {SYS_writev, "writev", File},
    {SYS_preadv, "preadv", File},
    {SYS_pwritev, "pwritev", File},
    {SYS_preadv2, "preadv2", File},
    {SYS_pwritev2, "pwritev2", File},
    {SYS_recvfrom, "recvfrom", File},
    {SYS_recvmsg, "recvmsg", File},
    {SYS_recvmmsg, "recvmmsg", File},
    {SYS_sendto, "sendto", File},
    {SYS_sendmsg, "sendmsg", File},
    {SYS_sendmmsg, "sendmmsg", File},
    {SYS_accept, "accept", File},
    {SYS_accept4, "accept4", File},
    {SYS_connect, "connect", File},
    {SYS_shutdown, "shutdown", File},
    {SYS_sendfile, "sendfile", File},
    {SYS_splice, "splice", File},
    {SYS_copy_file_range, "copy_file_range", File},
    {SYS_fsync, "fsync", File},
    {SYS_fdatasync, "fdatasync", File},
    {SYS_syncfs, "syncfs", File},
    {SYS_ftruncate, "ftruncate", File},
    {SYS_fallocate, "fallocate", File},
    {SYS_flock, "flock", File},
    {SYS_fcntl, "fcntl", File},
    {SYS_ioctl, "ioctl", File},
    {SYS_close, "close", File},
    {SYS_fstat, "fstat", File},
    {SYS_lseek, "lseek", File},
    {SYS_getdents64, "getdents64", File},
    {SYS_readahead, "readahead", File},
    {SYS_sync, "sync", None},
    // Names of files.
    {SYS_openat, "openat", PathBelow},
    {SYS_newfstatat, "newfstatat", PathBelow},
    {SYS_statx, "statx", PathBelow},
    {SYS_unlinkat, "unlinkat", PathBelow},
    {SYS_mkdirat, "mkdirat", PathBelow},
    {SYS_readlinkat, "readlinkat", PathBelow},
    {SYS_faccessat, "faccessat", PathBelow},
    {SYS_execve, "execve", Path},
    {SYS_truncate, "truncate", Path},
#ifdef SYS_open
    {SYS_open, "open", Path},
    {SYS_stat, "stat", Path},
    {SYS_lstat, "lstat", Path},
    {SYS_access, "access", Path},
    {SYS_unlink, "unlink", Path},
    {SYS_mkdir, "mkdir", Path},
    {SYS_rename, "rename", Path},
    {SYS_readlink, "readlink", Path},
    {SYS_getdents, "getdents", File},
#endif
#ifdef SYS_renameat
    {SYS_renameat, "renameat", PathBelow},
#endif
    // Several files at once, and events.
    {SYS_ppoll, "ppoll", Poll},
    {SYS_pselect6, "pselect6", None},
    {SYS_epoll_pwait, "epoll_pwait", None},
#ifdef SYS_poll
    {SYS_poll, "poll", Poll},
    {SYS_select, "select", None},
    {SYS_epoll_wait, "epoll_wait", None},
    {SYS_pause, "pause", None},
    {SYS_fork, "fork", None},
    {SYS_vfork, "vfork", None},
#endif
#ifdef SYS_epoll_pwait2
    {SYS_epoll_pwait2, "epoll_pwait2", None},
#endif
    {SYS_io_getevents, "io_getevents", None},
#ifdef SYS_io_uring_enter
    {SYS_io_uring_enter, "io_uring_enter", None},
#endif
    // Other threads and processes.
    {SYS_futex, "futex", Futex},
#ifdef SYS_futex_waitv
    {SYS_futex_waitv, "futex_waitv", None},
#endif
    {SYS_wait4, "wait4", None},
    {SYS_waitid, "waitid", None},
    {SYS_clone, "clone", None},
#ifdef SYS_clone3
    {SYS_clone3, "clone3", None},
#endif
    {SYS_semop, "semop", None},
    {SYS_semtimedop, "semtimedop", None},
    {SYS_msgrcv, "msgrcv", None},
    {SYS_msgsnd, "msgsnd", None},
    {SYS_mq_timedreceive, "mq_timedreceive", None},
    {SYS_mq_timedsend, "mq_timedsend", None},
    {SYS_rt_sigtimedwait, "rt_sigtimedwait", None},
    {SYS_rt_sigsuspend, "rt_sigsuspend", None},
    {SYS_sched_yield, "sched_yield", None},
    {SYS_exit, "exit", None},
    {SYS_exit_group, "exit_group", None},
    // Time.
    {SYS_nanosleep, "nanosleep", None},
    {SYS_clock_nanosleep, "clock_nanosleep", None},
    {SYS_restart_syscall, "restart_syscall", None},
    // Memory.
    {SYS_mmap, "mmap", None},
    {SYS_munmap, "munmap", None},
    {SYS_mprotect, "mprotect", None},
    {SYS_mremap, "mremap", None},
    {SYS_madvise, "madvise", None},
    {SYS_msync, "msync", None},
    {SYS_brk, "brk", None},
    {SYS_mlock, "mlock", None},
    {SYS_getrandom, "getrandom", None},
    {SYS_process_vm_readv, "process_vm_readv", None},
};

constexpr std::size_t kMostCalls = 512;

std::array<const KnownCall*, kMostCalls> by_number() {
  std::array<const KnownCall*, kMostCalls> calls{};
  for (const KnownCall& call : kCalls) {
    const auto number = static_cast<std::size_t>(call.number);
    LANESCOPE_CHECK(number < kMostCalls, "call {} within the table", number);
    calls[number] = &call;
  }
  return calls;
}

/// Takes the next word off the text.
std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(" \n"));
  text.remove_prefix(word.size());
  return word;
}

}  // namespace

std::optional<SystemCall> parse_system_call(std::string_view text) {
  const auto number = parse_number<std::int64_t>(next_word(text));
  if (!number) return std::nullopt;
  SystemCall call{*number, {}};
  if (*number < 0) return call;  // a stack pointer and a program counter follow
  for (std::uint64_t& argument : call.arguments) {
    std::string_view word = next_word(text);
    if (!word.starts_with("0x")) return std::nullopt;
    word.remove_prefix(2);
    const auto value = parse_number<std::uint64_t>(word, 16);
    if (!value) return std::nullopt;
    argument = *value;
  }
  return call;
}

const KnownCall* known_call(std::int64_t number) {
  static const std::array<const KnownCall*, kMostCalls> calls = by_number();
  const bool is_known = number >= 0 && number < static_cast<std::int64_t>(kMostCalls);
  return is_known ? calls[static_cast<std::size_t>(number)] : nullptr;
}

}  // namespace lanescope
