// Ends the program cleanly on a termination signal: the terminal was closed, the session ends,
// Ctrl-C.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>

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
  [[nodiscard]] int signal() const { return signal_; }
  /// The request was declined: treat the next signal as the first again.
  void forget();

 private:
  static constexpr std::size_t kSignals = 3;

  void wait();
  void listen();

  std::function<void()> asked_;
  std::atomic<int> signal_{0};
  std::array<void (*)(int), kSignals> before_{};
  int read_end_ = -1, write_end_ = -1;
  std::jthread waiter_;
};

/// Logs crashes from now on. Leaves signals alone that already have a handler, such as a
/// sanitizer's. Call once.
void note_crashes();

}  // namespace lanescope
