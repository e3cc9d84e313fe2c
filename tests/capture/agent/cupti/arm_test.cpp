// What is requested of CUPTI, and what the viewer learns about it.
#include "capture/agent/cupti/arm.h"

#include <cstdint>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "capture/agent/ring/clock.h"
#include "tests/capture/agent/fake_run.h"
#include "tests/capture/agent/logged_by.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::RecordType;

namespace {

FakeRun run_with(const std::string& script, const std::string& config = "level=1\n",
                 const std::string& arguments = "--calls 10") {
  FakeRun run;
  run.arguments = arguments;
  run.script = script;
  run.config = config;
  run.run();
  CHECK(run.status == 0);
  return run;
}

std::string line_of(const std::string& text, const std::string& key) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(key + "=")) return line.substr(key.size() + 1);
  }
  return "(none)";
}

/// A number printed by the target about what was requested of CUPTI.
std::string asked(const FakeRun& run, const std::string& what) {
  const std::size_t at = run.output.find("\"" + what + "\":");
  if (at == std::string::npos) return "(none)";
  const std::size_t begin = at + what.size() + 3;
  return run.output.substr(begin, run.output.find(',', begin) - begin);
}

std::string fake_cupti() {
  return binary_folder() + "/tests/capture/fake/libfake_cupti.so";
}

}  // namespace

TEST_CASE("the viewer is told all that is known of CUPTI, in words that it can show") {
  const FakeRun run = run_with("version=130001");
  CHECK(
      run.caps ==
      "cupti=" + fake_cupti() +
          "\ncupti_version=130001\ncupti_cuda=13.0\ndriver_version=0\nclock=realtime\nrecord_sizes="
          "both\nquirk1=graph launches may carry a wrong correlation id before CUDA 13.1 update "
          "1\nquirk2=memory of the program may grow in long recordings before CUDA 13.4 update "
          "1\nquirk3=very short kernels with many blocks look longer than they are\nkinds=kernel:0 "
          "memcpy:0 memset:0 device:0 context:0 stream:0 runtime:0 sync:0 overhead:0 "
          "\ncallbacks=8\nlevel=1\npython=\npython_stacks=no Python in this process\n");
  CHECK(run.all_caps == run.caps);
  CHECK(asked(run, "callbacks") == "8");
  CHECK(asked(run, "kinds") == "9");
  CHECK(asked(run, "settings") == "3");
  // A noisy call, and those recorded by callbacks, but not the synchronizing one.
  CHECK(asked(run, "thinned") == "7");
}

TEST_CASE("a version that nobody knows is told by its number alone") {
  const FakeRun run = run_with("version=25");
  CHECK(line_of(run.caps, "cupti_version") == "25");
  CHECK(line_of(run.caps, "cupti_cuda") == "(none)");
  CHECK(run.account.count(RecordType::Kernel) == 10);
}

TEST_CASE("level 0 asks for what puts work on the GPU only") {
  const FakeRun run = run_with("", "level=0\n");
  CHECK(line_of(run.caps, "kinds") == "kernel:0 memcpy:0 memset:0 ");
  CHECK(line_of(run.caps, "callbacks") == "6");
  CHECK(line_of(run.caps, "level") == "0");
  CHECK(asked(run, "callbacks") == "6");
  CHECK(asked(run, "kinds") == "3");
  CHECK(asked(run, "thinned") == "0");
  CHECK(asked(run, "settings") == "3");
}

TEST_CASE("level 2 asks for everything, with the times of events, and spares no more than it may") {
  const FakeRun run = run_with("", "level=2\n");
  CHECK(line_of(run.caps, "kinds") ==
        "kernel:0 memcpy:0 memset:0 device:0 context:0 stream:0 runtime:0 sync:0 overhead:0 "
        "driver:0 memory:0 event:0 environment:0 jit:0 ");
  CHECK(line_of(run.caps, "callbacks") == "8");
  CHECK(asked(run, "kinds") == "14");
  CHECK(asked(run, "thinned") == "8");  // also the driver's launch
  CHECK(asked(run, "settings") == "7");
}

TEST_CASE("what CUPTI refuses is told kind by kind, and what it gives is recorded") {
  FakeRun run;
  const std::string log = logged_by([&run] { run = run_with("error.ActivityEnable.17=21"); });
  CHECK(line_of(run.caps, "kinds").ends_with("sync:0 overhead:21 "));
  CHECK(line_of(run.caps, "callbacks") == "8");
  CHECK(run.account.count(RecordType::Kernel) == 10);
  CHECK(run.problem.empty());
  CHECK(log.find("kind overhead: 21\n") != std::string::npos);
  CHECK(log.find("kind sync") == std::string::npos);
  CHECK(log.find("CUPTI 130001 from " + fake_cupti() + "\n") != std::string::npos);
  CHECK(log.find("recording at level 1\n") != std::string::npos);
  CHECK(log.find("record sizes") == std::string::npos);
}

TEST_CASE("callbacks that CUPTI refuses are not counted as calls that it reports") {
  const FakeRun run = run_with("error.EnableCallback=1");
  CHECK(line_of(run.caps, "callbacks") == "0");
  CHECK(run.account.count(RecordType::ApiBegin) == 0);
}

TEST_CASE("without kernels there is no recording, and CUPTI is left") {
  const FakeRun run = run_with("error.ActivityEnable.10=27");
  CHECK(run.problem ==
        "code=unsupported\ntext=CUPTI does not support this GPU or system. (cuptiActivityEnable: "
        "CUPTI_ERROR_OF_THE_FAKE, 27)\nhint=\n");
  CHECK(asked(run, "subscribers") == "0");
  // What is known without CUPTI is still reported.
  CHECK(run.caps == "clock=realtime\nlevel=1\npython=\npython_stacks=no Python in this process\n");
}

TEST_CASE("a failure is told with CUPTI's own words for it, and a hint") {
  const FakeRun run = run_with("error.Subscribe=35");
  CHECK(run.problem ==
        "code=rights\ntext=The driver allows profiling only for administrators. (cuptiSubscribe: "
        "CUPTI_ERROR_OF_THE_FAKE, 35)\nhint=Load the nvidia module with "
        "NVreg_RestrictProfilingToAdminUsers=0, or run as root.\n");
  const FakeRun registering = run_with("error.ActivityRegisterCallbacks=15");
  CHECK(line_of(registering.problem, "text").find("(cuptiActivityRegisterCallbacks: ") !=
        std::string::npos);
  CHECK(asked(registering, "subscribers") == "0");
}

TEST_CASE("CUPTI's clock is called by its name, where it has one") {
  const auto clock = [](const std::string& script) {
    return line_of(run_with(script).caps, "clock");
  };
  CHECK(clock("timestamp=2") == "other");
  CHECK(clock("error.GetTimestamp=1") == "unknown");
  // On a freshly booted machine the two clocks are close to each other.
  CHECK(clock("timestamp=1") == "monotonic");
}

TEST_CASE("each reading of all clocks has CUPTI's, where it tells it") {
  const FakeRun run = run_with("");
  const wire::ClockRecord& clock = run.account.clock;
  CHECK(clock.cupti_ns > clock.realtime_ns - kSecond);
  CHECK(clock.cupti_ns < clock.realtime_ns + kSecond);
  CHECK(run_with("error.GetTimestamp=1").account.clock.cupti_ns == 0);
}

TEST_CASE("records that are longer than the table has them are read as the library does") {
  FakeRun run;
  const std::string log = logged_by([&run] { run = run_with("version=130000,longer=1"); });
  CHECK(line_of(run.caps, "record_sizes") == "probe");
  CHECK(run.account.count(RecordType::Kernel) == 10);
  CHECK(run.account.stats.undecodable == 0);
  CHECK(log.find("record sizes of CUPTI 130000 are not those of the table\n") != std::string::npos);
}

TEST_CASE("a library that tells no sizes has those of the table") {
  const FakeRun run = run_with("silent=1");
  CHECK(line_of(run.caps, "record_sizes") == "table");
  CHECK(run.account.count(RecordType::Kernel) == 10);
}

TEST_CASE("a CUPTI without a version is used as far as it goes") {
  const FakeRun run = run_with("version=26,error.GetVersion=1");
  CHECK(line_of(run.caps, "cupti_version") == "0");
  CHECK(line_of(run.caps, "cupti_cuda") == "(none)");
  CHECK(run.account.count(RecordType::Kernel) == 10);
}

TEST_CASE("records that CUPTI dropped are told with when that was, if it says so") {
  const FakeRun run = run_with("dropped=42", "level=1\nflush_ms=30\n");
  const wire::GapRecord gap = run.account.last_gap.at(wire::GapReason::CuptiDropped);
  CHECK(gap.last_ns - gap.first_ns == 30 * kMillisecond);
  CHECK(gap.last_ns > now_ns() - 60 * kSecond);
  CHECK(gap.records == 42);
  CHECK(gap.bytes == 0);
  const FakeRun silent = run_with("dropped=42,error.ActivityGetNumDroppedRecords=1");
  CHECK(silent.account.gaps.empty());
  CHECK(silent.account.stats.cupti_dropped == 0);
}

TEST_CASE("buffers are as large as the viewer wishes") {
  for (const unsigned mb : {1U, 3U}) {
    const FakeRun run = run_with("", "level=1\nbuffer_mb=" + std::to_string(mb) + "\n");
    CHECK(run.account.stats.buffer_bytes == 4 * (std::uint64_t{mb} << 20));
    CHECK(run.account.stats.rss_bytes > run.account.stats.buffer_bytes);
  }
}

TEST_CASE("without memory for buffers there is no recording of the GPU, and it is said") {
  // 4 times 64 MiB do not fit next to the program.
  FakeRun run;
  run.arguments = "--calls 10 --memory-mb 200";
  run.config = "level=1\nbuffer_mb=64\n";
  run.layout = {1 + 4, 1U << 20, 1U << 20};
  run.run();
  CHECK(run.status == 0);
  CHECK(run.problem == "code=memory\ntext=Not enough memory for CUPTI's buffers.\nhint=\n");
  CHECK(asked(run, "subscribers") == "0");
  CHECK(run.caps.starts_with("clock=realtime\nlevel=1\n"));
}

TEST_CASE("while nothing was called CUPTI is not asked for records") {
  // In some versions flushes would hang.
  const FakeRun none = run_with("", "level=1\n", "--calls 0 --linger 400");
  CHECK(none.account.stats.flushes >= 1);
  CHECK(asked(none, "flushes") == "0");
  CHECK(none.account.stats.gpu_records == 0);
  const FakeRun some = run_with("", "level=1\n", "--calls 1 --linger 400");
  CHECK(asked(some, "flushes") != "0");
  CHECK(some.account.stats.gpu_records == 1);
}

TEST_CASE("kernels of another clock are told once, those within the hour are of ours") {
  const FakeRun run = run_with("clock=1", "level=1\n", "--calls 300 --rate 1000");
  CHECK(
      run.problem.starts_with("code=clock\ntext=Kernel times are not on the system clock.\nhint="));
  CHECK(run_with("").problem.empty());
  CHECK(run_with("zero_time=1").problem.empty());
}
