// When to settle a recording that still runs: often while that is quick, ever more seldom as it
// grows, and not at all when it would take the machine away from the program that is recorded.
#pragma once

#include <chrono>

namespace lanescope {

/// Reads no clock; times only rise.
class RebuildPacing {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Growth { Free, Bounded };
  /// Bounded: it is never more than the user wants kept, so it does not come to wait.
  explicit RebuildPacing(Growth growth) : growth_(growth) {}

  static constexpr std::chrono::milliseconds kLeastPause{1000};
  static constexpr int kShare = 4;  // pauses are that many times as long as what is between them
  static constexpr std::chrono::seconds kMost{4};  // what takes longer is left to the user

  /// Whether to begin one now. `grown`: something has come since the last one began.
  [[nodiscard]] bool due(Clock::time_point now, bool grown) const;
  /// It takes too long to be done unasked.
  [[nodiscard]] bool waits() const { return waits_; }
  /// One that the user asks for, as soon as there is something to settle.
  void ask() { asked_ = true; }

  void begin(Clock::time_point now);
  void end(Clock::time_point now);
  /// What was complete is shown: what that took counts too, as far as it was not waited for.
  void shown(Clock::time_point now);
  /// It can not be done: waits to be asked.
  void fail(Clock::time_point now);

 private:
  Growth growth_;
  bool asked_ = false, waits_ = false, runs_ = false;
  Clock::time_point began_{}, next_{};
};

}  // namespace lanescope
