#include "app/workspace/attach/trace_samples.h"

#include <utility>

#include "core/session/joined_samples.h"

namespace lanescope {

void TraceSamples::keep_up(AttachStage stage) {
  if (sample_hz_ == 0) return;
  const bool is_wanted = stage == AttachStage::WarmingUp || stage == AttachStage::Recording;
  if (is_wanted && !std::exchange(has_begun_, true)) {
    auto started = SideSamples::start(pid_, sample_hz_);
    if (started.ok()) {
      samples_ = std::move(started).value();
    } else {
      why_not_ = started.error().message;
    }
  }
  if (!is_wanted && samples_ && file_.empty()) file_ = samples_->finish();
}

std::string TraceSamples::join(const std::string& trace) {
  if (sample_hz_ == 0) return {};
  if (file_.empty()) return why_not_.empty() ? "no samples were taken in time" : why_not_;
  const auto error = join_samples(trace, file_);
  samples_.reset();
  return error ? error->message : std::string();
}

}  // namespace lanescope
