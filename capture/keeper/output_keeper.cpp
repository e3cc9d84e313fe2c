// Keeps what a recorded program writes from filling the memory once nobody reads it any more.
//
// Its stdin is the file in memory that the program writes to, its stdout the reading end of a pipe
// whose other end closes when the reader of that file is gone, however it went. From then on what
// is in the file is given back to the system, until no process can write to it. The program itself
// notices nothing: it neither waits nor is told that there is no reader.
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

/// The system lends nobody a file to read in peace that somebody has open to write.
bool has_writers(int file) {
  if (fcntl(file, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN;
  fcntl(file, F_SETLEASE, F_UNLCK);
  return false;
}

/// How much there was to give back.
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
    // Whoever writes much is looked at often.
    wait_ms = empty(file) > 8 * kMostBytes ? wait_ms / 2 : wait_ms * 2;
    wait_ms = wait_ms < kShortestMs ? kShortestMs : wait_ms > kLongestMs ? kLongestMs : wait_ms;
    const timespec wait{wait_ms / 1000, wait_ms % 1000 * 1'000'000};
    nanosleep(&wait, nullptr);
  }
}

}  // namespace

int main() {
  // It outlives who has started it, who need not wait for it, and the terminal of both.
  if (const pid_t child = fork(); child != 0) return child < 0 ? 1 : 0;
  setsid();
  signal(SIGHUP, SIG_IGN);
  if (chdir("/") != 0) return 1;
  // To be among those that have the file open to write would be to wait for oneself.
  const int file = open(path_of(STDIN_FILENO).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 1;
  close(STDIN_FILENO);
  wait_for_end_of(STDOUT_FILENO);
  keep_small(file);
  return 0;
}
