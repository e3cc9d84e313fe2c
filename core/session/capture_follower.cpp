#include "core/session/capture_follower.h"

#include <utility>

namespace lanescope {
namespace {

constexpr std::uint64_t kMostBytes = 16U << 20;

}  // namespace

bool CaptureFollower::read() {
  if (!live_) {
    auto stream = kind_ == Kind::Whole ? follow_capture(path_) : follow_kept_capture(path_);
    if (!stream.ok()) return false;
    stream_ = std::move(stream).value();
    live_.emplace(stream_->stream(), path_);
  }
  return live_->read_some(kMostBytes);
}

std::optional<RebuiltCapture> CaptureFollower::take_complete() {
  return rebuilder_->take();
}

/// What is not kept any more goes from the lanes too.
void CaptureFollower::go_on_from(const RebuiltCapture& complete) {
  rebuilder_->note_shown();
  const Snapshot& trace = *complete.trace.snapshot;
  live_->go_on_from(complete.trace.snapshot, complete.mark,
                    kind_ == Kind::KeptLast ? trace.extent.begin_ns : kMinNs);
}

void CaptureFollower::rebuild_if_due() {
  if (!live_ || live_->refused() || live_->records() == 0) return;
  if (!rebuilder_->due(live_->bytes_read())) return;
  auto source = stream_->until(live_->bytes_read());
  rebuilder_->start(source.ok() ? std::move(source).value() : nullptr, live_->mark());
}

}  // namespace lanescope
