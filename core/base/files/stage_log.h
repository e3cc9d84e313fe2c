// Logs how long each stage of slow work took.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace lanescope {

/// Created when a piece of work begins. A stage that took a second or more is logged at level Info,
/// a shorter one at Debug. One thread at a time. Cost: a microsecond per stage, plus the line if it
/// is logged.
class StageLog {
 public:
  /// `work`: what the work is about, such as a file name.
  explicit StageLog(std::string_view work) : work_(work) {}

  /// Ends a stage and begins the next: "run.json: sorting took 1.240 s".
  void done(std::string_view stage);

 private:
  using Clock = std::chrono::steady_clock;
  std::string work_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace lanescope
