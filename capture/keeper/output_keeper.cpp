// Keeps the output of a recorded program from filling memory when it is no longer read.
//
// Its stdin is the in-memory file that the program writes to; its stdout is the read end of a pipe
// whose other end closes when the reader of that file is gone, for whatever reason. From then on,
// what is in the file is given back to the system, until no process can write to it. The program
// notices nothing: it neither waits nor gets an error for the missing reader.
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <string>
#include <unistd.h>

#include <sys/stat.h>

namespace {

constexpr std::int64_t kMostBytes = 1 << 20;
constexpr long kShortestMs = 10, kLongestMs = 1000;

std::string path_of(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

void wait_for_end_of(int pipe) {
  for (char byte = 0;;) {
    const ssize_t got = read(pipe, &byte, 1);
    if (got == 0 || (got < 0 && errno != EINTR)) return;
  }
}

/// A read lease is refused while the file is open for writing.
bool has_writers(int file) {
  if (fcntl(file, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN;
  fcntl(file, F_SETLEASE, F_UNLCK);
  return false;
}

/// Returns how much was freed.
std::int64_t empty(int file) {
  struct stat status {};
  if (fstat(file, &status) != 0) return 0;
  const std::int64_t bytes = std::int64_t{status.st_blocks} * 512;
  if (bytes <= kMostBytes) return 0;
  const int writing = open(path_of(file).c_str(), O_RDWR | O_CLOEXEC);
  if (writing < 0) return 0;
  const int done =
      fallocate(writing, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, status.st_size);
  close(writing);
  return done == 0 ? bytes : 0;
}

void keep_small(int file) {
  for (long wait_ms = kShortestMs; has_writers(file);) {
    // Check more often the more is written.
    wait_ms = empty(file) > 8 * kMostBytes ? wait_ms / 2 : wait_ms * 2;
    wait_ms = wait_ms < kShortestMs ? kShortestMs : wait_ms > kLongestMs ? kLongestMs : wait_ms;
    const timespec wait{wait_ms / 1000, wait_ms % 1000 * 1'000'000};
    nanosleep(&wait, nullptr);
  }
}

}  // namespace

int main() {
  // It outlives its parent, which need not wait for it, and their terminal.
  if (const pid_t child = fork(); child != 0) return child < 0 ? 1 : 0;
  setsid();
  signal(SIGHUP, SIG_IGN);
  if (chdir("/") != 0) return 1;
  // It must not have the file open for writing itself, or it would wait for itself.
  const int file = open(path_of(STDIN_FILENO).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 1;
  close(STDIN_FILENO);
  wait_for_end_of(STDOUT_FILENO);
  keep_small(file);
  return 0;
}
