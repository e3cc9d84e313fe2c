// Targets that call the agent the way the driver and the Python part do.
#pragma once

#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

#include "tests/capture/agent/fake_run.h"
#include "tests/capture/agent/logged_by.h"
#include "tests/paths.h"

namespace lanescope::agent {

/// Runs a target with these arguments, which must exit with 0.
inline FakeRun run_of(const std::string& arguments, const std::string& script = {}) {
  FakeRun run;
  run.arguments = arguments;
  run.script = script;
  run.config = "level=1\nflush_ms=10000\n";  // nothing arrives unless requested
  run.run();
  CHECK(run.status == 0);
  return run;
}

/// The same for a program with a driver that behaves as `how`; also returns its log.
inline FakeRun run_with_driver(const char* how, std::string& log, const std::string& script = {}) {
  FakeRun run;
  ::setenv("FAKE_DRIVER", how, 1);
  log = logged_by([&] {
    run = run_of("--calls 10 --end _exit --tell flush_at_end=1 --driver " + binary_folder() +
                     "/tests/capture/fake/libfake_driver.so",
                 script);
  });
  ::unsetenv("FAKE_DRIVER");
  return run;
}

}  // namespace lanescope::agent
