#include "app/cli/output/progress_line.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include <fmt/core.h>
#include <sys/ioctl.h>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr int kBarWidth = 20;
constexpr int kLineWidth = 80;  // most columns of the line

/// Whether stderr is a terminal that supports overwriting a line.
bool can_draw_progress() {
  if (isatty(STDERR_FILENO) != 1) return false;
  const char* terminal = std::getenv("TERM");
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  struct winsize size {};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return !known || size.ws_col >= kLineWidth;
}

}  // namespace

ProgressLine::ProgressLine() : shown_(can_draw_progress()) {}

ProgressLine::~ProgressLine() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
}

void ProgressLine::draw(double share, std::string_view what) {
  if (!shown_) return;
  share = clamped(share, 0.0, 1.0);
  const int filled = static_cast<int>(share * kBarWidth);
  fmt::print(stderr, "\r[{:#<{}}{: <{}}] {:3.0f} %  {}\x1b[K", "", filled, "", kBarWidth - filled,
             100 * share, what);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressLine::draw(std::string_view what) {
  if (!shown_) return;
  fmt::print(stderr, "\r{}\x1b[K", what);
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace lanescope
