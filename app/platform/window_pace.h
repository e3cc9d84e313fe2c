// How often the window draws. Its graphics may be computed by the processor, which loads and
// analyses meanwhile: what nobody waits for must not take the time of what is worked on.
#pragma once

#include <algorithm>

namespace lanescope {

/// Times in seconds of one clock. Main thread. Knows no window, so that tests need none.
class WindowPace {
 public:
  /// Input arrived. Dear ImGui needs a few frames to settle; for a second after, no frame waits
  /// longer than it is asked to.
  void note_input(double now_s) {
    input_s_ = now_s;
    due_ = kFramesAfterInput;
    settling_ = 0;
  }
  /// Another thread has something to show: a frame, and two more once nothing else comes.
  void note_wake() { settling_ = kFramesAfterWake; }
  /// A frame was drawn, without waiting for the screen.
  void note_frame(double begin_s, double end_s) {
    frame_end_s_ = end_s;
    frame_took_s_ = end_s - begin_s;
    if (due_ > 0) {
      --due_;
    } else if (settling_ > 0) {
      --settling_;
    }
  }

  /// Whether input arrived within the last second.
  [[nodiscard]] bool hand_at_work(double now_s) const { return now_s - input_s_ < kHandS; }
  /// How long to wait for input or another thread, if the client wants its next frame in
  /// `client_s`, 0: at once, negative: never. The same for the result.
  [[nodiscard]] double wait_s(double client_s) const {
    if (due_ > 0) return 0;
    if (settling_ == 0) return client_s;
    return client_s < 0 ? kSettleS : std::min(kSettleS, client_s);
  }
  /// How much longer to wait for input only, before a frame that another thread (`woken`) or the
  /// time has caused. An animation never waits: `client_s` is 0.
  [[nodiscard]] double rest_s(double now_s, double client_s, bool woken) const {
    if (client_s == 0 || due_ > 0 || hand_at_work(now_s)) return 0;
    const double length = woken ? kRestBeforeResult : kRestBeforeProgress;
    const double rest_s = std::min(length * frame_took_s_, kLongestRestS);
    return std::max(frame_end_s_ + rest_s - now_s, 0.0);
  }

 private:
  static constexpr int kFramesAfterInput = 3, kFramesAfterWake = 3;
  static constexpr double kHandS = 1;
  /// When nothing more has come for so long, layouts that follow from what is new may settle.
  static constexpr double kSettleS = 0.03;
  /// The rest after a frame, in its own length: before what another thread has to show, and before
  /// what only shows that time passes, such as a progress bar.
  static constexpr double kRestBeforeResult = 1, kRestBeforeProgress = 9;
  /// No single frame, say the one for which the driver compiles, causes a longer rest.
  static constexpr double kLongestRestS = 0.25;

  int due_ = kFramesAfterInput;  // frames to draw at once
  int settling_ = 0;             // frames to draw, the next one when nothing has come
  double input_s_ = -kHandS, frame_end_s_ = 0, frame_took_s_ = 0;
};

}  // namespace lanescope
