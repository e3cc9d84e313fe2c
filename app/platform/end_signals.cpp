#include "app/platform/end_signals.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string_view>
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

EndSignals::EndSignals(std::function<void()> asked) : asked_(std::move(asked)) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  read_end_ = ends[0];
  write_end_ = ends[1];
  pipe_end = write_end_;
  // Without the thread, signals keep their default action.
  if (!start_thread(waiter_, [this] { wait(); })) {
    ::close(std::exchange(read_end_, -1));
    ::close(std::exchange(write_end_, -1));
    pipe_end = -1;
    return;
  }
  for (std::size_t i = 0; i < kSignals; ++i) before_[i] = std::signal(kNumbers[i], SIG_IGN);
  listen();
}

void EndSignals::listen() {
  for (std::size_t i = 0; i < kSignals; ++i) {
    if (before_[i] != SIG_IGN) std::signal(kNumbers[i], tell);  // otherwise ignored, as under nohup
  }
}

void EndSignals::forget() {
  if (write_end_ < 0) return;
  signal_ = 0;
  listen();
}

EndSignals::~EndSignals() {
  if (write_end_ < 0) return;
  for (std::size_t i = 0; i < kSignals; ++i) std::signal(kNumbers[i], before_[i]);
  pipe_end = -1;
  ::close(write_end_);
  waiter_.join();
  ::close(read_end_);
}

void EndSignals::wait() {
  for (char byte = 0;;) {
    const ssize_t got = ::read(read_end_, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    signal_ = byte;
    asked_();
  }
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
