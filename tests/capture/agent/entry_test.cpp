// The entry points for the driver and the Python part, called from outside.
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "capture/agent/ring/clock.h"
#include "tests/capture/agent/entry_run.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::RecordType;

namespace {

constexpr char kWaits[] = "the GPU is waited for\n";

}  // namespace

TEST_CASE("what CUPTI holds comes when it is asked for, and else not before the end") {
  CHECK(run_of("--calls 10 --end _exit").account.count(RecordType::Kernel) == 0);
  CHECK(run_of("--calls 10 --end _exit --tell flush").account.count(RecordType::Kernel) == 10);
  CHECK(run_of("--calls 10 --end _exit --tell flush_at_end=0").account.count(RecordType::Kernel) ==
        10);
  CHECK(run_of("--calls 10").account.count(RecordType::Kernel) == 10);
}

TEST_CASE("a program that has used the GPU is recorded to what it does last") {
  std::string log;
  const FakeRun run = run_with_driver("", log);
  CHECK(run.output.find(kWaits) != std::string::npos);
  CHECK(log.find("still at work") == std::string::npos);
  CHECK(run.account.count(RecordType::Kernel) == 10);
  CHECK(run.caps.find("driver_version=13010\n") != std::string::npos);
  // If the program has used no GPU, there is no wait for it.
  CHECK(run_of("--calls 10 --tell flush_at_end=0 --driver " + binary_folder() +
               "/tests/capture/fake/libfake_driver.so")
            .output.find(kWaits) == std::string::npos);
}

TEST_CASE("a driver without a context, or one that nobody else may have, is not waited for") {
  for (const char* how : {"idle", "refuses", "foreign"}) {
    CAPTURE(how);
    std::string log;
    const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
    const FakeRun run = run_with_driver(how, log);
    CHECK(clock_ns(CLOCK_MONOTONIC) - begin < kSecond);
    CHECK(run.output.find(kWaits) == std::string::npos);
    CHECK(log.find("still at work") == std::string::npos);
    CHECK(run.account.count(RecordType::Kernel) == 10);
    CHECK((run.caps.find("driver_version=0\n") != std::string::npos) == (*how == 'r'));
  }
}

TEST_CASE("counters have their names and values, and none without a name") {
  const FakeRun run = run_of("--calls 1 --tell counter=loss:0.25,counter=steps:7,counter=:1");
  CHECK(run.account.counters == std::map<std::string, double>{{"loss", 0.25}, {"steps", 7}});
  CHECK(run.account.count(RecordType::Counter) == 2);
}

TEST_CASE("what the program says of its own profiler is told, and nothing that is none of it") {
  const FakeRun run = run_of(
      "--calls 1 --tell conflict=0,flush,conflict=4,flush,conflict=1,flush,conflict=2,flush,"
      "conflict=3,flush");
  using Kind = wire::ConflictKind;
  CHECK(run.account.conflicts == std::vector<Kind>{Kind::Suspected, Kind::Lost, Kind::Resumed});
}

TEST_CASE("while another profiler has the records CUPTI is not asked for them") {
  const FakeRun run = run_of("--calls 10 --end _exit --tell conflict=2,flush");
  CHECK(run.account.count(RecordType::Kernel) == 0);
  const FakeRun back =
      run_of("--calls 10 --end _exit --tell conflict=2,flush,conflict=3,flush,flush");
  CHECK(back.account.count(RecordType::Kernel) == 10);
}

TEST_CASE("options are told, also those that were told before there was a viewer") {
  const FakeRun run = run_of("--calls 1 --tell option=shapes:on,option=memory:,option=:on");
  CHECK(run.all_caps.ends_with("\nshapes=on\n"));
  const FakeRun early = run_of("--calls 1 --first option=shapes:on");
  CHECK(early.all_caps.ends_with("\nshapes=on\n"));
}

TEST_CASE("whoever starts the agent first says why, and CUDA adds what it knows") {
  const FakeRun run = run_of("--calls 10 --first start,start");
  CHECK(run.output.find("started: 1\nstarted: 1\n") == 0);
  CHECK(run.hello.find("\nwhy=python\n") != std::string::npos);
  const std::string without =
      "clock=realtime\nlevel=1\npython=\npython_stacks=no Python in this "
      "process\n";
  REQUIRE(run.all_caps.starts_with(without));
  CHECK(run.all_caps.find("cupti_version=") > without.size() - 1);
  CHECK(run.all_caps.find("clock=realtime\n", without.size()) != std::string::npos);
  CHECK(run.account.count(RecordType::Kernel) == 10);
}

TEST_CASE("a ring that is none is told, and nothing is recorded") {
  FakeRun run;
  run.arguments = "--calls 10 --first start,start";
  run.beforehand = [](TestViewer& viewer) { viewer.ring().major = 99; };
  run.run();
  CHECK(run.status == 0);
  CHECK(run.output.find("started: 0\nstarted: 0\n") == 0);
  CHECK(run.problem ==
        "code=ring\ntext=the ring buffer has another version\nhint=The versions of the viewer and "
        "the agent may differ.\n");
  CHECK(run.caps.empty());
  CHECK(run.account.count(RecordType::ApiBegin) == 0);
}

TEST_CASE("to the driver the injection has never failed, whatever went wrong") {
  for (const char* script : {"", "error.Subscribe=39"})
    CHECK(run_of("--calls 1", script).output.starts_with("{"));
}
