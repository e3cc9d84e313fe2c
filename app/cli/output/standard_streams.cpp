#include "app/cli/output/standard_streams.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

#include <sys/ioctl.h>
#include <sys/stat.h>

namespace lanescope {
namespace {

/// Otherwise a file we open could become stdout or stderr, and output would be written to it.
/// Programs that we start still find them closed, as the caller intended.
void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1) continue;
    // A write to stdout must fail, or the loss would look like success.
    const int mode = stream == STDERR_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", mode | O_CLOEXEC) == -1) return;
  }
}

}  // namespace

void prepare_standard_streams() {
  std::signal(SIGXFSZ, SIG_IGN);
  hold_standard_streams();
}

bool output_is_kept() {
  struct stat output {};
  return ::fstat(STDOUT_FILENO, &output) == 0 &&
         (S_ISREG(output.st_mode) || S_ISFIFO(output.st_mode));
}

bool means_reader_left(int reason) {
  return reason == EPIPE;
}

bool can_redraw_line(int columns) {
  if (::isatty(STDERR_FILENO) != 1) return false;
  const char* terminal = std::getenv("TERM");
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  struct winsize size {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return !known || size.ws_col >= columns;
}

}  // namespace lanescope
