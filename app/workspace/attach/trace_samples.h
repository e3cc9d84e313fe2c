// What is sampled of a process while it records a trace, and joined with that trace.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "capture/host/attach/kineto_attach.h"
#include "capture/host/runner/side_samples.h"

namespace lanescope {

/// The trace is worth having without samples, so nothing here makes an attachment fail. One thread.
class TraceSamples {
 public:
  /// `sample_hz`: 0: no samples.
  TraceSamples(std::int64_t pid, int sample_hz) : pid_(pid), sample_hz_(sample_hz) {}

  /// Call with each stage: samples from when the process has its order until it writes.
  void keep_up(AttachStage stage);
  /// Once Done: puts the samples into the trace. Returns why there are none in it; empty if there
  /// are, or if none are wanted. Cost: reads and writes the trace.
  std::string join(const std::string& trace);

 private:
  std::int64_t pid_;
  int sample_hz_;
  std::unique_ptr<SideSamples> samples_;
  bool has_begun_ = false;
  std::string file_;     // once they have ended
  std::string why_not_;  // they could not be taken
};

}  // namespace lanescope
