// Whether recording is paused. Two of the agent's threads take part: the one that receives the
// viewer's messages, which stops recording calls at once, and the drain thread, which pauses GPU
// records when it next runs.
#pragma once

#include <cstdint>

namespace lanescope::agent {

class Pause {
 public:
  /// Call before the first callback, which would not wait for a thread to notice the pause.
  void begin(bool paused);
  /// The viewer's request by message. Any of the agent's threads.
  void request(bool paused);

  enum class Change { None, Began, Ended };
  struct Step {
    Change change = Change::None;
    std::int64_t from = 0, until = 0;  // not recorded; `until` of an ended pause
  };
  /// What the drain thread has to do now; `ring` is the pause flag in the ring.
  Step follow(bool ring);
  /// The drain thread has handled the end of a pause: calls are recorded again, unless another
  /// pause was requested.
  void resume(const Step& ended);
  /// Since when calls have not been recorded; 0: not paused. Any of the agent's threads.
  [[nodiscard]] std::int64_t since() const;

  /// In the child after a fork.
  void forget();

 private:
  bool requested_ = false;
  bool followed_ = false;   // the drain thread has seen this pause begin
  std::int64_t since_ = 0;  // calls have not been recorded since then; 0: not paused
};

extern constinit Pause pause_state;

}  // namespace lanescope::agent
