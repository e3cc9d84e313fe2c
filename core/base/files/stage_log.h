// What the log says of slow work: how long each of its stages took.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace lanescope {

/// Made when a piece of work begins. A stage that took a second or more is told at the level Info,
/// a shorter one at Debug. One thread at a time. Cost: a microsecond a stage, and the line where
/// the log takes it.
class StageLog {
 public:
  /// `work`: what it is done for, a file say.
  explicit StageLog(std::string_view work) : work_(work) {}

  /// A stage is over and the next begins: "run.json: sorting took 1.240 s".
  void done(std::string_view stage);

 private:
  using Clock = std::chrono::steady_clock;
  std::string work_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace lanescope
