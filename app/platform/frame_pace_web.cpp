#include "app/platform/frame_pace.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr double kHandS = 1, kRest = 3;
/// It may have been done long before it is asked for: while the page is covered, nothing asks.
constexpr double kLongestFrameS = 0.25;

/// A lost context answers nothing of the kind.
bool is_done(GLsync frame) {
  return ::glClientWaitSync(frame, 0, 0) != GL_TIMEOUT_EXPIRED;
}

}  // namespace

bool FramePace::wants_frame(double now_s) {
  if (last_ != nullptr) {
    if (!is_done(last_)) {
      ++asked_;
      return false;
    }
    ::glDeleteSync(last_);
    last_ = nullptr;
    done_s_ = now_s;
  }
  // The browser tells it between frames only, so of one that is done at the first question nobody
  // knows how long it took.
  const double took_s = asked_ == 0 ? 0 : std::min(done_s_ - begun_s_, kLongestFrameS);
  return now_s - input_s_ < kHandS || now_s >= done_s_ + kRest * took_s;
}

void FramePace::drawn(double now_s) {
  last_ = ::glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  ::glFlush();
  begun_s_ = now_s;
  asked_ = 0;
}

}  // namespace lanescope
