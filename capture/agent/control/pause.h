// Whether the user wants a pause just now. Two threads of ours know of it: the one that hears the
// viewer, which has calls go unrecorded at once, and the drain thread, which follows with the
// records of the GPU when it gets to it.
#pragma once

#include <cstdint>

namespace lanescope::agent {

class Pause {
 public:
  /// Before the first callback, which would not wait for a thread to see it.
  void begin(bool paused);
  /// The viewer's wish by message. Any thread of ours.
  void request(bool paused);

  enum class Change { None, Began, Ended };
  struct Step {
    Change change = Change::None;
    std::int64_t from = 0, until = 0;  // what is not recorded; `until` of a pause that has ended
  };
  /// What the drain thread has to follow now; `ring` is the wish that stands in the ring.
  Step follow(bool ring);
  /// It has followed a pause that ended: calls are recorded again, unless another one is wished.
  void resume(const Step& ended);

  /// In the child after a fork.
  void forget();

 private:
  bool requested_ = false;
  bool followed_ = false;   // the drain thread has seen this pause begin
  std::int64_t since_ = 0;  // calls have not been recorded since then; 0: they are
};

extern constinit Pause pause_state;

}  // namespace lanescope::agent
