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

std::optional<SettledCapture> CaptureFollower::take_settled() {
  return settler_->take();
}

/// What is not kept any more goes from the lanes too.
void CaptureFollower::go_on_from(const SettledCapture& settled) {
  settler_->note_shown();
  const Snapshot& trace = *settled.trace.snapshot;
  live_->go_on_from(settled.trace.snapshot, settled.mark,
                    kind_ == Kind::KeptLast ? trace.extent.begin_ns : kMinNs);
}

void CaptureFollower::settle_if_due() {
  if (!live_ || live_->refused() || live_->records() == 0) return;
  if (!settler_->due(live_->bytes_read())) return;
  auto source = stream_->until(live_->bytes_read());
  settler_->start(source.ok() ? std::move(source).value() : nullptr, live_->mark());
}

}  // namespace lanescope
