#include "core/session/rebuild_pacing.h"

#include <algorithm>

namespace lanescope {

bool RebuildPacing::due(Clock::time_point now, bool grown) const {
  if (runs_ || !grown) return false;
  return asked_ || (!waits_ && now >= next_);
}

void RebuildPacing::begin(Clock::time_point now) {
  runs_ = true;
  asked_ = false;
  began_ = now;
}

void RebuildPacing::end(Clock::time_point now) {
  runs_ = false;
  const Clock::duration took = now - began_;
  waits_ = growth_ == Growth::Free && took > kMost;
  next_ = now + std::max<Clock::duration>(kLeastPause, took * kShare);
}

void RebuildPacing::shown(Clock::time_point now) {
  const Clock::duration took = std::min<Clock::duration>(now - began_, kMost);
  next_ = now + std::max<Clock::duration>(kLeastPause, took * kShare);
}

void RebuildPacing::fail(Clock::time_point now) {
  end(now);
  waits_ = true;
}

}  // namespace lanescope
