#include "app/cli/output/progress_line.h"

#include <algorithm>
#include <cstdio>

#include <fmt/core.h>

#include "app/cli/output/standard_streams.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr int kBarWidth = 20;
constexpr int kLineWidth = 80;  // most columns of the line

}  // namespace

ProgressLine::ProgressLine() : shown_(can_redraw_line(kLineWidth)) {}

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
