// Who answers as Kineto's daemon while a program is recorded.
#include <csignal>
#include <string>
#include <unistd.h>

#include "capture/host/attach/kineto_daemon.h"
#include "tests/capture/captured_run.h"
#include "tests/skip.h"

namespace lanescope {
namespace {

/// Why the daemon's name is not free; empty if it is.
std::string taken() {
  const auto daemon = KinetoDaemon::open();
  return daemon.ok() ? std::string() : daemon.error().message;
}

/// Another program of this machine may have it at any time.
bool taken_by_us() {
  return taken().find("(process " + std::to_string(::getpid()) + ")") != std::string::npos;
}

}  // namespace

TEST_CASE("the name of Kineto's daemon is free while a program is recorded that does not poll") {
  Captured run({"hello", "sleep=600000"});
  run.start();
  CHECK_FALSE(taken_by_us());
  run.session->signal_command(SIGKILL);
  REQUIRE(run.session->wait_finished(kPatienceMs));
}

TEST_CASE("PyTorch that polls is answered until the recording ends, and then by whoever attaches") {
  if (const std::string why = taken(); !why.empty()) skip_case(why);
  Captured run({"hello", "sleep=600000"});
  run.options.environment = {{kKinetoVariable, "1"}};
  run.start();
  CHECK(taken_by_us());
  REQUIRE(run.wait_until([](const CaptureState& state) { return !state.processes.empty(); }));
  run.session->stop();
  REQUIRE(run.session->wait_finished(kPatienceMs));
  CHECK_FALSE(taken_by_us());  // though the program still runs, and the session is not destroyed
  CHECK(run.session->state().command->running);
  run.session->signal_command(SIGKILL);
  CHECK(run.session->wait_command(kPatienceMs));
}

}  // namespace lanescope
