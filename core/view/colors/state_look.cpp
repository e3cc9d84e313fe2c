#include "core/view/colors/state_look.h"

#include <algorithm>
#include <array>

#include "core/store/thread_state.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 15> kFileCalls = {
    "read",     "write",           "pread",     "pwrite",    "readv",
    "writev",   "preadv",          "pwritev",   "preadv2",   "pwritev2",
    "sendfile", "copy_file_range", "ftruncate", "fallocate", "readahead"};
/// Files alone can be meant by these, whatever their name.
constexpr std::array<std::string_view, 24> kAnyFileCalls = {
    "open",       "openat",   "stat",     "lstat",      "fstat",     "newfstatat",
    "statx",      "access",   "unlink",   "unlinkat",   "mkdir",     "mkdirat",
    "rename",     "renameat", "readlink", "readlinkat", "faccessat", "getdents",
    "getdents64", "truncate", "fsync",    "fdatasync",  "syncfs",    "msync"};
constexpr std::array<std::string_view, 5> kLockCalls = {"futex", "futex_waitv", "flock", "semop",
                                                        "semtimedop"};

template <std::size_t N>
bool is_any(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::ranges::find(list, word) != list.end();
}

}  // namespace

StateLook state_look(std::string_view state) {
  const ThreadState parsed = parse_thread_state(state);
  if (parsed.runs()) return StateLook::Running;
  if (parsed.waits_for_gil()) return StateLook::Gil;
  const std::string_view name = parsed.name;
  if (name == "page fault") return StateLook::PageFault;
  if (name == "waiting for a device") return StateLook::File;
  const std::size_t space = name.find(' ');
  const std::string_view call = name.substr(0, space);
  if (is_any(call, kLockCalls)) return StateLook::Lock;
  if (is_any(call, kAnyFileCalls)) return StateLook::File;
  // "read pipe" waits for another program.
  const bool has_path = space != name.npos && name.substr(space + 1).starts_with('/');
  return has_path && is_any(call, kFileCalls) ? StateLook::File : StateLook::Idle;
}

std::string_view state_title(StateLook look) {
  constexpr std::array<std::string_view, kStateLooks> kTitles{
      "running",     "waiting for the GIL", "waiting for a lock",
      "file access", "page fault",          "sleeping or waiting"};
  return kTitles[static_cast<std::size_t>(look)];
}

}  // namespace lanescope
