#include "app/platform/end_signals.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>

#include "core/base/files/log.h"
#include "core/base/threads/start_thread.h"

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
  // SA_RESETHAND has restored the default action.
  ::raise(signal);
}

constexpr std::array<int, 3> kNumbers = {SIGINT, SIGTERM, SIGHUP};

std::atomic<int> pipe_end{-1};  // the pipe's end that the handler writes to

void tell(int number) {
  const int before = errno;
  // A second signal must end the program, even if nothing responds any more.
  std::signal(number, SIG_DFL);
  const auto byte = static_cast<char>(number);
  // If the pipe is full, the reader has been notified already.
  if (::write(pipe_end, &byte, 1) < 0) errno = before;
  errno = before;
}

}  // namespace

struct EndSignals::System {
  explicit System(std::function<void()> to_call);
  ~System();
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  void listen();
  void wait();

  std::function<void()> asked;
  std::atomic<int> signal{0};
  std::array<void (*)(int), kNumbers.size()> before{};
  int read_end = -1, write_end = -1;
  std::jthread waiter;
};

EndSignals::System::System(std::function<void()> to_call) : asked(std::move(to_call)) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  read_end = ends[0];
  write_end = ends[1];
  pipe_end = write_end;
  // Without the thread, signals keep their default action.
  if (!start_thread(waiter, [this] { wait(); })) {
    ::close(std::exchange(read_end, -1));
    ::close(std::exchange(write_end, -1));
    pipe_end = -1;
    return;
  }
  for (std::size_t i = 0; i < kNumbers.size(); ++i) before[i] = std::signal(kNumbers[i], SIG_IGN);
  listen();
}

EndSignals::System::~System() {
  if (write_end < 0) return;
  for (std::size_t i = 0; i < kNumbers.size(); ++i) std::signal(kNumbers[i], before[i]);
  pipe_end = -1;
  ::close(write_end);
  waiter.join();
  ::close(read_end);
}

void EndSignals::System::listen() {
  for (std::size_t i = 0; i < kNumbers.size(); ++i) {
    if (before[i] != SIG_IGN) std::signal(kNumbers[i], tell);  // otherwise ignored, as under nohup
  }
}

void EndSignals::System::wait() {
  for (char byte = 0;;) {
    const ssize_t got = ::read(read_end, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    signal = byte;
    asked();
  }
}

EndSignals::EndSignals(std::function<void()> asked)
    : system_(std::make_unique<System>(std::move(asked))) {}

EndSignals::~EndSignals() = default;

int EndSignals::signal() const {
  return system_->signal;
}

void EndSignals::forget() {
  if (system_->write_end < 0) return;
  system_->signal = 0;
  system_->listen();
}

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
