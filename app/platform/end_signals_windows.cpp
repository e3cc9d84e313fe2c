// The console takes the place of signals: Ctrl-C, Ctrl-Break, the closing of its window, and the
// end of the session. Windows calls its handlers on a thread of their own.
#include "app/platform/end_signals.h"

#include <atomic>
#include <csignal>
#include <windows.h>

#include "core/base/files/log.h"

namespace lanescope {
namespace {

constexpr int kHangUp = 1;  // SIGHUP elsewhere

int number_of(DWORD event) {
  switch (event) {
    case CTRL_C_EVENT:
      return SIGINT;
    case CTRL_BREAK_EVENT:
      return SIGTERM;
    default:
      return kHangUp;
  }
}

struct Listener {
  std::function<void()> asked;
  std::atomic<int> signal{0};

  /// False for the second one.
  bool take(int number) {
    if (signal.exchange(number) != 0) return false;
    asked();
    return true;
  }
};

std::atomic<Listener*> listener{nullptr};

BOOL WINAPI on_console_event(DWORD event) {
  Listener* const to_tell = listener;
  if (to_tell == nullptr || !to_tell->take(number_of(event))) return FALSE;  // the process ends
  // When the console's window or the session closes, the process ends as soon as this returns, or
  // after some seconds.
  if (number_of(event) == kHangUp) ::Sleep(INFINITE);
  return TRUE;
}

LONG WINAPI note_crash(EXCEPTION_POINTERS* /*what*/) {
  log_from_signal("exiting: crashed");
  return EXCEPTION_CONTINUE_SEARCH;
}

void note_abort(int /*signal*/) {
  log_from_signal("exiting: aborted");
}

}  // namespace

struct EndSignals::System : Listener {};

EndSignals::EndSignals(std::function<void()> asked) : system_(std::make_unique<System>()) {
  system_->asked = std::move(asked);
  listener = system_.get();
  ::SetConsoleCtrlHandler(on_console_event, TRUE);
}

EndSignals::~EndSignals() {
  ::SetConsoleCtrlHandler(on_console_event, FALSE);
  listener = nullptr;
}

int EndSignals::signal() const {
  return system_->signal;
}

void EndSignals::forget() {
  system_->signal = 0;
}

void note_crashes() {
  ::SetUnhandledExceptionFilter(note_crash);
  std::signal(SIGABRT, note_abort);
}

}  // namespace lanescope
