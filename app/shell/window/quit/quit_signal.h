// Makes a termination signal, such as at the end of a session or Ctrl+C in the terminal, quit the
// program like the close button.
#pragma once

#include <cstdint>

namespace lanescope {

class MainWindow;

/// UI thread only.
class QuitSignal {
 public:
  enum class Answer : std::uint8_t {
    None,   // nothing has changed
    Asks,   // something would be lost, so the window asks; returned once per signal
    Stays,  // the user chose to stay: forget the signal
    Ends,
  };

  /// Call between frames. `signal` is the last one received; 0: none. The first signal quits like
  /// the close button. If that opens the dialog, the settings are saved at once, because a session
  /// manager kills programs that do not respond. A different signal ends the program, whatever
  /// would be lost.
  Answer take(MainWindow& window, int signal);

 private:
  int heard_ = 0;  // signal passed to the window; 0: none
};

}  // namespace lanescope
