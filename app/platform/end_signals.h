// Who is asked to end by a signal (the terminal was closed, the session ends, Ctrl-C) ends in good
// order.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>

namespace lanescope {

/// While it lives SIGINT, SIGTERM and SIGHUP call `asked` on a thread of its own instead of killing
/// the process; who ignored one goes on ignoring it. A signal that comes a second time kills.
/// Children are not affected. One at a time.
class EndSignals {
 public:
  explicit EndSignals(std::function<void()> asked);
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  /// The signal that came last; 0: none.
  [[nodiscard]] int signal() const { return signal_; }
  /// What was asked for is not done: the next signal is the first again.
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

/// From now on. Signals that somebody else waits for already, such as a sanitizer, stay theirs.
/// Once.
void note_crashes();

}  // namespace lanescope
