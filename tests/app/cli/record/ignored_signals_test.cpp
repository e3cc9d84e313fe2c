// A recorder that nohup starts, or a script in the background, goes on where a program alone would.
#include <filesystem>

#include <doctest/doctest.h>

#include "tests/app/cli/record/recorder_run.h"

using namespace lanescope;

TEST_CASE("signals that were ignored stay so, in the recorder and in the command") {
  RecorderRun run(
      {"sh", "-c",
       "grep SigIgn /proc/self/status > signals; touch ready; sleep 1; touch finished"});
  run.ignored = {SIGHUP, SIGINT};
  run.start();
  run.wait_for("ready");
  for (const int signal : run.ignored) run.send(signal);
  CHECK(run.finish() == 0);
  CHECK(std::filesystem::exists(run.folder.path() + "/finished"));
  CHECK(run.has_file());
  const std::string line = text_of_file(run.folder.path() + "/signals");
  const std::size_t tab = line.find('\t');
  REQUIRE(tab != std::string::npos);
  const auto mask = std::stoull(line.substr(tab + 1), nullptr, 16);
  const auto ignores = [&](int signal) { return (mask >> (signal - 1) & 1U) != 0; };
  CHECK(ignores(SIGHUP));
  CHECK(ignores(SIGINT));
  CHECK_FALSE(ignores(SIGTERM));
  // What the recorder ignores for itself is nothing to the command.
  CHECK_FALSE(ignores(SIGPIPE));
}
