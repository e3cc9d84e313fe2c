#include "core/base/text/signal_text.h"

#include <array>

namespace lanescope {
namespace {

/// By their numbers on Linux, from 1, whatever system this is: only there programs are recorded.
constexpr std::array<const char*, 31> kNames{
    "SIGHUP",  "SIGINT",    "SIGQUIT", "SIGILL",   "SIGTRAP", "SIGABRT", "SIGBUS",  "SIGFPE",
    "SIGKILL", "SIGUSR1",   "SIGSEGV", "SIGUSR2",  "SIGPIPE", "SIGALRM", "SIGTERM", "SIGSTKFLT",
    "SIGCHLD", "SIGCONT",   "SIGSTOP", "SIGTSTP",  "SIGTTIN", "SIGTTOU", "SIGURG",  "SIGXCPU",
    "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGPOLL", "SIGPWR",  "SIGSYS"};

}  // namespace

std::string signal_text(int signal) {
  const std::string text = "signal " + std::to_string(signal);
  const auto index = static_cast<std::size_t>(signal) - 1;
  return index < kNames.size() ? text + " (" + kNames[index] + ")" : text;
}

}  // namespace lanescope
