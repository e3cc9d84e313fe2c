// Passes termination signals from their handler to code that polls for them.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>

namespace lanescope {

/// Each signal is counted with one atomic operation, so none is lost, whichever thread receives it
/// and whatever is polled at that moment.
class NotedSignals {
 public:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};

  /// Called in a signal handler. `alone`: the signal was sent to this process only, as by kill; a
  /// terminal signals the entire process group. Other signals are ignored.
  void note(int signal, bool alone) {
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      if (kSignals[i] == signal) (alone ? alone_ : by_terminal_)[i].fetch_add(1);
    }
  }

  /// The number of each signal since the last call, indexed as kSignals.
  struct Taken {
    std::array<int, kSignals.size()> alone{}, by_terminal{};
    bool any = false;
  };
  Taken take() {
    Taken taken;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      taken.alone[i] = alone_[i].exchange(0);
      taken.by_terminal[i] = by_terminal_[i].exchange(0);
      taken.any = taken.any || taken.alone[i] + taken.by_terminal[i] != 0;
    }
    return taken;
  }

 private:
  std::array<std::atomic<int>, kSignals.size()> alone_{}, by_terminal_{};
  static_assert(std::atomic<int>::is_always_lock_free);  // usable in a signal handler
};

}  // namespace lanescope
