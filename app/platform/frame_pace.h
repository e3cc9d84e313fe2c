// How often the page draws. Its graphics may be computed by the processor, which loads and analyses
// meanwhile: what nobody waits for must not take the time of what is worked on. Only in the page.
#pragma once

#include <GLES3/gl3.h>

namespace lanescope {

class FramePace {
 public:
  /// A hand is at work: until a second after that, a frame waits for the last one only.
  void note_input(double now_s) { input_s_ = now_s; }

  /// Whether to draw now. False while the last frame is still being drawn, and, unless a hand is at
  /// work, until it was done for three times as long as it took.
  bool wants_frame(double now_s);

  /// A frame was handed to the graphics.
  void drawn(double now_s);

 private:
  GLsync last_ = nullptr;  // until it is done
  double begun_s_ = 0, done_s_ = 0, input_s_ = 0;
  int asked_ = 0;  // how often the last one was not done yet
};

}  // namespace lanescope
