// Ends the program cleanly on a termination signal: the terminal was closed, the session ends,
// Ctrl-C. One source a system; on Windows the console's events stand for the signals.
#pragma once

#include <functional>
#include <memory>

namespace lanescope {

/// During its lifetime, SIGINT, SIGTERM and SIGHUP call `asked` on a separate thread instead of
/// killing the process. Signals that were ignored stay ignored. A second signal kills. Child
/// processes are not affected. One instance at a time.
class EndSignals {
 public:
  explicit EndSignals(std::function<void()> asked);
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  /// The last signal received; 0: none.
  [[nodiscard]] int signal() const;
  /// The request was declined: treat the next signal as the first again.
  void forget();

 private:
  struct System;
  std::unique_ptr<System> system_;
};

/// Logs crashes from now on. Leaves signals alone that already have a handler, such as a
/// sanitizer's. Call once.
void note_crashes();

}  // namespace lanescope
