#include "app/platform/crash_note.h"

#include <array>
#include <csignal>
#include <string_view>
#include <utility>

#include "core/base/files/log.h"

namespace lanescope {
namespace {

constexpr std::array<std::pair<int, std::string_view>, 5> kCrashes{{
    {SIGSEGV, "exiting: crashed (SIGSEGV)"},
    {SIGBUS, "exiting: crashed (SIGBUS)"},
    {SIGFPE, "exiting: crashed (SIGFPE)"},
    {SIGILL, "exiting: crashed (SIGILL)"},
    {SIGABRT, "exiting: aborted (SIGABRT)"},
}};

void note_crash(int signal) {
  for (const auto& [number, text] : kCrashes) {
    if (number == signal) log_from_signal(text);
  }
  // SA_RESETHAND has put the usual end back.
  ::raise(signal);
}

}  // namespace

void note_crashes() {
  for (const auto& [number, text] : kCrashes) {
    struct sigaction before {};
    if (::sigaction(number, nullptr, &before) != 0) continue;
    const bool usual = (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_DFL;
    if (!usual) continue;
    struct sigaction note {};
    note.sa_handler = note_crash;
    note.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK);
    ::sigemptyset(&note.sa_mask);
    ::sigaction(number, &note, nullptr);
  }
}

}  // namespace lanescope
