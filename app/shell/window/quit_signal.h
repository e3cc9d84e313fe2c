// A signal that asks the program to end, as the end of a session or Ctrl+C in its terminal does,
// quits it as its close button does.
#pragma once

#include <cstdint>

namespace lanescope {

class MainWindow;

/// UI thread only.
class QuitSignal {
 public:
  enum class Answer : std::uint8_t {
    None,   // nothing has changed
    Asks,   // something would be lost, so the window asks; once each time
    Stays,  // the answer was to go on: the signal is to be forgotten
    Ends,
  };

  /// Between frames. `signal` is the one that came last, 0: none. The first one quits the window as
  /// its close button does, and saves the settings should it ask, since whoever ends a session
  /// kills who does not answer; another one ends it whatever would be lost.
  Answer take(MainWindow& window, int signal);

 private:
  int heard_ = 0;  // what the window was told; 0: nothing
};

}  // namespace lanescope
