#include "capture/host/runner/program_output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <spawn.h>
#include <system_error>
#include <unistd.h>

#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kPageBytes = 4096;

}  // namespace

Result<ProgramOutput> ProgramOutput::open(const std::string& keeper) {
  FileDescriptor file(::memfd_create("lanescope-output", MFD_CLOEXEC));
  // Opened by path, so that the OS knows its mode. `echo > /dev/stderr` reopens it and truncates
  // it; the other writers keep appending.
  const std::string name = "/proc/self/fd/" + std::to_string(file.get());
  FileDescriptor writing(file.open() ? ::open(name.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC) : -1);
  if (!writing.open())
    return Error{Error::Kind::Unsupported,
                 "cannot keep the program's output: " + std::generic_category().message(errno)};
  ProgramOutput output(std::move(file), std::move(writing));
  if (!keeper.empty()) output.start(keeper);
  return output;
}

/// If the keeper cannot be started, the output is still kept.
void ProgramOutput::start(const std::string& keeper) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  const FileDescriptor its(ends[0]);
  here_ = FileDescriptor(ends[1]);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, file_.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, its.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string program = keeper;
  std::array<char*, 2> words{program.data(), nullptr};
  std::array<char*, 1> nothing{nullptr};
  pid_t pid = 0;
  // The keeper forks at once and its parent exits, so this wait is short.
  if (::posix_spawn(&pid, keeper.c_str(), &actions, nullptr, words.data(), nothing.data()) == 0) {
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  ::posix_spawn_file_actions_destroy(&actions);
}

ProgramOutput::Piece ProgramOutput::take(std::size_t most_bytes) {
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) return {};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < read_) read_ = freed_ = 0;  // the program has truncated it
  LANESCOPE_CHECK(freed_ <= read_ && read_ <= size, "{} bytes freed of {} read of {}", freed_,
                  read_, size);
  Piece piece;
  const std::uint64_t begin = std::max(read_, size - std::min<std::uint64_t>(size, most_bytes));
  piece.skipped = begin - read_;
  piece.bytes.resize(size - begin);
  std::size_t got = 0;
  while (got < piece.bytes.size()) {
    const ssize_t count = ::pread(file_.get(), piece.bytes.data() + got, piece.bytes.size() - got,
                                  static_cast<off_t>(begin + got));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    got += static_cast<std::size_t>(count);
  }
  piece.bytes.resize(got);
  read_ = begin + got;
  const std::uint64_t whole_pages = read_ / kPageBytes * kPageBytes;
  if (whole_pages > freed_) {
    // If the system does not support this, the file just stays large.
    (void)::fallocate(file_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                      static_cast<off_t>(freed_), static_cast<off_t>(whole_pages - freed_));
    freed_ = whole_pages;
  }
  return piece;
}

}  // namespace lanescope
