#include "core/base/programs/late_end.h"

#include <array>
#include <csignal>
#include <cstddef>
#include <mutex>
#include <unistd.h>

namespace lanescope {
namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t came = 0;  // the signal

void note(int signal) {
  came = signal;
}

bool is_handled_by(int signal, void (*handler)(int)) {
  struct sigaction now {};
  ::sigaction(signal, nullptr, &now);
  return (now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == handler;
}

/// What all LateEnds share.
struct Handled {
  std::mutex mutex;
  int users = 0;
  std::array<bool, kSignals.size()> ours{};  // by kSignals

  void begin() {
    came = 0;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      ours[i] = is_handled_by(kSignals[i], SIG_DFL);
      if (!ours[i]) continue;
      struct sigaction noted {};
      noted.sa_handler = note;
      noted.sa_flags = SA_RESTART;
      ::sigaction(kSignals[i], &noted, nullptr);
    }
  }

  void end() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      if (!ours[i] || !is_handled_by(kSignals[i], note)) continue;
      struct sigaction usual {};
      usual.sa_handler = SIG_DFL;
      ::sigaction(kSignals[i], &usual, nullptr);
    }
    if (came != 0) ::kill(::getpid(), came);
  }
};

Handled& handled() {
  static Handled handled;
  return handled;
}

}  // namespace

LateEnd::LateEnd() {
  const std::lock_guard lock(handled().mutex);
  if (handled().users++ == 0) handled().begin();
}

LateEnd::~LateEnd() {
  const std::lock_guard lock(handled().mutex);
  if (--handled().users == 0) handled().end();
}

bool LateEnd::asked() {
  return came != 0;
}

}  // namespace lanescope
