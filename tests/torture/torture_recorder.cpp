// A recorder that can be ended in the middle:
//
//   torture_recorder HOW NUMBER FILE COMMAND…
//
//   plain     records to the end
//   die-at    is killed when it is told something for the NUMBER-th time
//   die-after is killed after NUMBER ms
//   freeze    is stopped, as by Ctrl+Z, after NUMBER ms, and never goes on
//   pause     pauses and resumes as fast as it can, NUMBER times
//   stop      stops recording after NUMBER ms
//   keep-last keeps the records of the last NUMBER ms
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>

#include "capture/host/runner/session.h"
#include "tests/paths.h"

using namespace lanescope;

namespace {

class Mortal final : public CaptureListener {
 public:
  explicit Mortal(long dies_at) : left_(dies_at) {}
  void on_process(std::uint32_t, std::string_view) override { count(); }
  void on_caps(std::uint32_t, std::string_view) override { count(); }
  void on_problem(std::uint32_t, std::string_view) override { count(); }
  void on_records(std::uint32_t, std::uint32_t, std::span<const std::byte>) override { count(); }
  void on_left(std::uint32_t, std::string_view) override { count(); }

 private:
  void count() {
    if (left_ > 0 && --left_ == 0) ::kill(::getpid(), SIGKILL);
  }
  long left_;
};

void wait_ms(long ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

}  // namespace

int main(int count, char** words) {
  if (count < 5) return 2;
  const std::string how = words[1];
  const long number = std::atol(words[2]);
  CaptureOptions options;
  options.file = words[3];
  options.command.assign(words + 4, words + count);
  options.agent = binary_folder() + "/liblanescope_inject.so";
  options.python_folder = source_folder() + "/capture/py/lanescope_boot";
  options.shapes = options.memory = true;
  if (how == "keep-last") options.keep_last_ns = number * 1'000'000;
  options.ring = {17, 256U << 10, 1U << 20};
  Mortal listener(how == "die-at" ? number : 0);
  auto session = CaptureSession::start(options, &listener);
  if (!session.ok()) return 3;
  if (how == "die-after" || how == "freeze") {
    wait_ms(number);
    ::kill(::getpid(), how == "freeze" ? SIGSTOP : SIGKILL);
  }
  for (long times = 0; how == "pause" && times < number; ++times) {
    session.value()->pause();
    if (times % 3 != 0) wait_ms(times % 4);
    session.value()->resume();
  }
  if (how == "stop") {
    wait_ms(number);
    session.value()->stop();
  }
  return session.value()->wait_finished(60'000) && session.value()->wait_command(60'000) ? 0 : 4;
}
