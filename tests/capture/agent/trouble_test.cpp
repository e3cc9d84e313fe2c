#include <doctest/doctest.h>

#include "capture/agent/ring/clock.h"
#include "tests/capture/agent/fake_run.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::RecordType;

namespace {

/// The problem code that the viewer receives when `script` fails, or the output of a failed target.
std::string code_of(const std::string& script, const std::string& cupti = {}) {
  FakeRun run;
  run.arguments = "--calls 100";
  run.script = script;
  run.cupti = cupti;
  run.run();
  if (run.status != 0 || run.output.empty()) return "the target failed";
  if (run.account.count(RecordType::Kernel) != 0) return "records came";
  const std::size_t end = run.problem.find('\n');
  return run.problem.substr(0, end);
}

}  // namespace

TEST_CASE("a CUPTI that refuses is named, and the target runs on") {
  CHECK(code_of("error.Subscribe=39") == "code=conflict");
  CHECK(code_of("error.Subscribe=15") == "code=driver");
  CHECK(code_of("error.Subscribe=35") == "code=rights");
  CHECK(code_of("error.Subscribe=999") == "code=unknown");
  CHECK(code_of("error.ActivityEnable=35") == "code=rights");
  CHECK(code_of("error.ActivityRegisterCallbacks=27") == "code=unsupported");
  CHECK(code_of("error.Subscribe=777") == "code=cupti");
  CHECK(code_of("", "/there/is/no/libcupti.so") == "code=no_cupti");
}

TEST_CASE("who else has CUPTI is named where CUPTI knows it, and never pushed aside") {
  FakeRun known;
  known.arguments = "--calls 10";
  known.script = "error.Subscribe=39";
  setenv("FAKE_CUPTI_OWNER", "Nsight Systems", 1);
  known.run();
  unsetenv("FAKE_CUPTI_OWNER");
  CHECK(known.problem.find("It is CUPTI for Nsight Systems (cuptiSubscribe") != std::string::npos);
  CHECK(known.output.find("\"subscribers\":0") != std::string::npos);
  // The other subscriber is gone meanwhile: asking for its name must not take its place.
  FakeRun gone;
  gone.arguments = "--calls 10";
  gone.script = "error.Subscribe=39";
  gone.run();
  CHECK(gone.problem.find("code=conflict") == 0);
  CHECK(gone.problem.find("It is") == std::string::npos);
  CHECK(gone.output.find("\"subscribers\":0") != std::string::npos);
}

TEST_CASE("a library that is no CUPTI is refused by what it lacks") {
  FakeRun run;
  run.arguments = "--calls 10";
  run.cupti = "libm.so.6";
  run.run();
  CHECK(run.status == 0);
  CHECK(run.problem.find("has no cupti") != std::string::npos);
}

TEST_CASE("another profiler that takes the records is noticed and told") {
  FakeRun run;
  run.arguments = "--calls 6000 --mix all --rate 1200";
  run.script = "takeover=1000";
  run.run();
  CHECK(run.status == 0);
  REQUIRE(run.account.conflicts.size() >= 2);
  CHECK(run.account.conflicts[0] == wire::ConflictKind::Suspected);
  CHECK(run.account.conflicts[1] == wire::ConflictKind::Lost);
  CHECK(run.problem ==
        "code=conflict\ntext=Another profiler has taken over the GPU records.\nhint=Did the "
        "program start torch.profiler? Its own trace is not affected; resume the recording when it "
        "has finished.\n");
  // Calls are still seen.
  CHECK(run.account.count(RecordType::ApiBegin) == 4286);  // 5/7 of 6000, rounded up
}

TEST_CASE("records are taken back on resume") {
  FakeRun run;
  run.arguments = "--calls 9000 --mix all --rate 1200";
  run.script = "takeover=1000";
  run.meanwhile = [](TestViewer& viewer) {
    REQUIRE(viewer.wait_for(wire::Message::Problem));
    viewer.send(wire::Message::Pause);
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    viewer.send(wire::Message::Resume);
  };
  run.run();
  REQUIRE(!run.account.conflicts.empty());
  CHECK(run.account.conflicts.back() == wire::ConflictKind::Resumed);
  // From the last records that arrived.
  const wire::GapRecord gap = run.account.last_gap.at(wire::GapReason::Conflict);
  CHECK(gap.last_ns - gap.first_ns > 2 * kSecond);
  CHECK(gap.last_ns - gap.first_ns < 6 * kSecond);
  CHECK(gap.last_ns <= now_ns());
}

TEST_CASE("CUPTI that gives up leaves calls before it, and the target") {
  FakeRun run;
  run.arguments = "--calls 1000";
  run.script = "fatal=500";
  run.run();
  CHECK(run.status == 0);
  CHECK(run.problem.starts_with("code=cupti_failed\n"));
  CHECK(run.account.count(RecordType::ApiBegin) == 499);
}

TEST_CASE("what CUPTI says it dropped stands in a gap") {
  FakeRun run;
  run.arguments = "--calls 100";
  run.script = "dropped=42";
  run.run();
  CHECK(run.account.gaps.contains(wire::GapReason::CuptiDropped));
  CHECK(run.account.gap_records == 42);
  CHECK(run.account.stats.cupti_dropped == 42);
}

TEST_CASE("kernels without times are counted and kept") {
  FakeRun run;
  run.arguments = "--calls 100";
  run.script = "zero_time=1";
  run.run();
  CHECK(run.account.stats.zero_time == 100);
  CHECK(run.account.count(RecordType::Kernel) == 100);
}

TEST_CASE("more buffers than the pool has cost records, and this is told") {
  FakeRun run;
  run.arguments = "--calls 3000";
  // One record per buffer, and all are held until a flush: the 64 of the pool, then the trash
  // buffer.
  run.script = "buffer_records=1,hold=3000";
  run.config = "level=0\nflush_ms=10000\n";
  run.run();
  CHECK(run.status == 0);
  CHECK(run.account.gaps.contains(wire::GapReason::NoBuffer));
  CHECK(run.account.stats.trash_buffers > 0);
  CHECK(run.account.count(RecordType::Kernel) + run.account.stats.trash_buffers == 3000);
}

TEST_CASE("a pause leaves out what happens in it, and a gap says how long it was") {
  FakeRun run;
  run.arguments = "--calls 1500 --rate 1000";
  run.meanwhile = [](TestViewer& viewer) {
    REQUIRE(viewer.wait_for(wire::Message::Caps));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    viewer.send(wire::Message::Pause);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    viewer.send(wire::Message::Resume);
  };
  run.run();
  CHECK(run.account.gaps == std::set<wire::GapReason>{wire::GapReason::Paused});
  CHECK(run.account.count(RecordType::ApiBegin) < 1500);
  CHECK(run.account.count(RecordType::ApiBegin) > 0);
  CHECK(run.account.count(RecordType::Kernel) < 1500);
}

TEST_CASE("a pause that is over at once leaves recording on, whatever the agent is at") {
  for (const char* script : {"", "flush_ms=300"}) {
    CAPTURE(script);
    FakeRun run;
    run.arguments = "--calls 3000 --rate 1500";
    run.script = script;
    run.meanwhile = [](TestViewer& viewer) {
      REQUIRE(viewer.wait_for(wire::Message::Caps));
      for (int times = 0; times < 50; ++times) {
        viewer.send(wire::Message::Pause);
        viewer.send(wire::Message::Resume);
        std::this_thread::sleep_for(std::chrono::milliseconds(times % 5));
      }
    };
    run.run();
    CHECK(run.status == 0);
    // The last call is recorded, so nothing stays off; and each pause is reported.
    CHECK(run.account.last_call_is_recorded(3000));
    CHECK(run.account.gaps == std::set<wire::GapReason>{wire::GapReason::Paused});
  }
}

TEST_CASE("pause, resume and pause again is a pause") {
  FakeRun run;
  run.arguments = "--calls 2000 --rate 2000";
  run.script = "flush_ms=300";
  run.meanwhile = [](TestViewer& viewer) {
    REQUIRE(viewer.wait_for(wire::Message::Caps));
    for (const auto message : {wire::Message::Pause, wire::Message::Resume, wire::Message::Pause})
      viewer.send(message);
  };
  run.run();
  CHECK(run.status == 0);
  CHECK(run.account.count(RecordType::ApiBegin) < 2000);
  CHECK_FALSE(run.account.last_call_is_recorded(2000));
}

TEST_CASE("stop flushes, answers and ends the recording, not the target") {
  FakeRun run;
  run.arguments = "--calls 1000 --rate 1000";
  // A version that may be disabled while the target runs, and one that may not.
  SUBCASE("of CUDA 13.0 update 1") {
    run.script = "version=130001";
  }
  SUBCASE("of CUDA 12.8") {
    run.script = "version=26";
  }
  run.meanwhile = [](TestViewer& viewer) {
    REQUIRE(viewer.wait_for(wire::Message::Caps));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    viewer.send(wire::Message::Stop);
    CHECK(viewer.wait_for(wire::Message::Stopped));
  };
  run.run();
  CHECK(run.status == 0);
  CHECK(run.output.find("\"calls\":1000,") != std::string::npos);
  CHECK(run.account.count(RecordType::ApiBegin) < 1000);
  // A call that begins just as the recording stops is not in it, but its work may be.
  CHECK(run.account.orphans() <= 1);
  CHECK(run.left_cupti());
}

TEST_CASE("a capture may begin paused") {
  FakeRun run;
  run.arguments = "--calls 100";
  run.config = "level=1\npaused=1\n";
  run.run();
  CHECK(run.account.count(RecordType::ApiBegin) == 0);
  CHECK(run.account.count(RecordType::Kernel) == 0);
  CHECK(run.said_bye);
}

TEST_CASE("times of another clock are told, once") {
  FakeRun run;
  run.arguments = "--calls 100";
  run.script = "clock=1";
  run.run();
  CHECK(run.problem.starts_with("code=clock\n"));
  CHECK(run.account.count(RecordType::Kernel) == 100);
}
