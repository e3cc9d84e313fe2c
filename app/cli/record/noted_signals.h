// Signals that ask a program to end, from their handler to whoever looks now and then.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>

namespace lanescope {

/// Each signal is noted by one step, so that none is lost, whatever is looked at meanwhile and on
/// whichever thread it comes.
class NotedSignals {
 public:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

  /// In a handler. `alone`: it was sent to us and nobody else, as kill does; what a terminal sends
  /// goes to the whole group. Other signals are not noted.
  void note(int signal, bool alone) {
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      if (kSignals[i] == signal) (alone ? alone_ : by_terminal_)[i].fetch_add(1);
    }
  }

  /// How often each came since the last call; numbered as kSignals.
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
  static_assert(std::atomic<int>::is_always_lock_free);  // for a handler
};

}  // namespace lanescope
