// The rule about samples (F28), of programs whose main thread waits for its other threads. Times
// are in µs.
#include <algorithm>
#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/analysis/findings/findings_of.h"
#include "tests/core/fixtures/thread_writer.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

constexpr const char* kJoin = "threading.py(1087): Thread.join";

/// The main thread joins the others for a second, called from train.py:20.
TraceText joins() {
  TraceText trace;
  const auto main = thread_writer(trace, "100", "100");
  main("python_sample", "train.py(18): main", "0", "1000000");
  main("python_sample", kJoin, "0", "1000000");
  main("python_line", "threading.py:1112", "0", "1000000");
  main("thread_state", "futex", "0", "1000000");
  return trace;
}

/// A thread that is in a function of its own, at one line, for a second: first in a state, then
/// running.
void add_thread(TraceText& trace, const char* tid, const char* line, const char* state,
                int waits_us) {
  const auto thread = thread_writer(trace, "100", tid);
  const std::string waits = std::to_string(waits_us), runs = std::to_string(1'000'000 - waits_us);
  thread("python_sample", std::string("work.py(1): of_") + tid, "0", "1000000");
  thread("python_line", line, "0", "1000000");
  thread("thread_state", state, "0", waits);
  if (waits_us < 1'000'000) thread("thread_state", "running · GIL", waits, runs);
}

struct Judged {
  explicit Judged(const TraceText& text)
      : trace(text.load()), table(analyse_findings({*trace, whole_window()})) {}

  [[nodiscard]] const Finding& first() const {
    REQUIRE_FALSE(table.findings.empty());
    return table.findings.front();
  }
  /// All evidence of the first finding, a line each.
  [[nodiscard]] std::string says() const { return says(first()); }
  [[nodiscard]] std::string says(const Finding& finding) const {
    std::string all;
    for (const FindingEvidence& one : finding.evidence)
      all += one.text.head + std::string(trace->text(one.text.name)) + one.text.tail + "\n";
    return all;
  }

  std::shared_ptr<const Snapshot> trace;
  FindingTable table;
};

}  // namespace

TEST_CASE("a main thread that waits for the end of others does not wait for a lock") {
  TraceText trace = joins();
  add_thread(trace, "101", "work.py:3", "clock_nanosleep", 950'000);
  const Judged judged(trace);
  CHECK(judged.first().title == "The main thread waits for other threads");
  CHECK(judged.first().informational);
  CHECK(judged.table.to_fix() == 0);
}

TEST_CASE("a lock that threads wait for is found while the main thread joins them") {
  TraceText trace = joins();
  add_thread(trace, "101", "work.py:8", "clock_nanosleep", 990'000);
  add_thread(trace, "102", "work.py:14", "futex", 960'000);
  add_thread(trace, "103", "work.py:14", "futex", 950'000);
  const Judged judged(trace);
  CHECK(judged.table.findings.size() == 1);
  const Finding& finding = judged.first();
  CHECK(finding.title == "Threads wait for a lock");
  CHECK_FALSE(finding.informational);
  CHECK(finding.high_pct == doctest::Approx(96));
  CHECK(judged.trace->text(finding.where.name) == "work.py:14");
  const std::string says = judged.says();
  CHECK(says.find("thread 102: 960.0 ms of its 1.000 s sampled (96 %)") != std::string::npos);
  CHECK(says.find("thread 103: 950.0 ms") != std::string::npos);
  CHECK(says.find("The lock may be held at work.py:8: that thread is there for 960.0 ms") !=
        std::string::npos);
}

TEST_CASE("threads of a pool that wait for work are not said to wait for a lock") {
  TraceText trace = joins();
  for (const char* const tid : {"101", "102"}) {
    const auto idle = thread_writer(trace, "100", tid);
    idle("python_sample", "concurrent/futures/thread.py(69): _worker", "0", "1000000");
    idle("thread_state", "futex", "0", "1000000");
    // Of a pool of native code.
    thread_writer(trace, "100", tid[2] == '1' ? "201" : "202")("thread_state", "futex", "0",
                                                               "1000000");
  }
  CHECK(Judged(trace).table.to_fix() == 0);
}

TEST_CASE("a thread that waits for all of a short life is no finding") {
  TraceText trace = joins();
  const auto brief = thread_writer(trace, "100", "101");
  brief("python_sample", "work.py(1): work", "0", "100000");
  brief("python_line", "work.py:14", "0", "100000");
  brief("thread_state", "futex", "0", "100000");
  CHECK(Judged(trace).table.to_fix() == 0);
}

TEST_CASE("the threads that wait for the GIL are named, and not the main thread that joins them") {
  TraceText trace = joins();
  add_thread(trace, "101", "work.py:8", "clock_nanosleep", 100'000);
  add_thread(trace, "102", "work.py:13", "waiting for the GIL", 780'000);
  const Judged judged(trace);
  const Finding& finding = judged.first();
  CHECK(finding.title == "Threads wait for the GIL");
  CHECK(finding.high_pct == doctest::Approx(78));
  const std::string says = judged.says();
  CHECK(says.find("thread 102: 780.0 ms") != std::string::npos);
  CHECK(says.find("Mostly at work.py:13: 780.0 ms") != std::string::npos);
  CHECK(says.find("While thread 102 waits, the GIL is held by thread 101 for 680.0 ms") !=
        std::string::npos);
  CHECK(says.find("That thread is mostly at work.py:8") != std::string::npos);
  // That the other one keeps it is said once.
  CHECK(judged.table.findings.size() == 1);
}

TEST_CASE("the GIL is held by who has it while threads wait, and not by who had it before") {
  TraceText trace;
  const auto main = thread_writer(trace, "100", "100");
  main("python_sample", "train.py(18): load_config", "0", "900000");
  main("python_line", "train.py:19", "0", "900000");
  main("thread_state", "running \u00b7 GIL", "0", "500000");
  main("thread_state", "waiting for a CPU \u00b7 GIL", "500000", "400000");
  main("python_sample", kJoin, "900000", "600000");
  main("thread_state", "futex", "900000", "600000");
  const auto add = [&](const char* tid, const char* line, const char* state) {
    const auto thread = thread_writer(trace, "100", tid);
    thread("python_sample", std::string("work.py(1): of_") + tid, "900000", "600000");
    thread("python_line", line, "900000", "600000");
    thread("thread_state", state, "900000", "600000");
  };
  add("101", "work.py:8", "running \u00b7 GIL");
  add("102", "work.py:13", "waiting for the GIL");
  const Judged judged(trace);
  const auto& findings = judged.table.findings;
  const auto waits = std::ranges::find(findings, "Threads wait for the GIL", &Finding::title);
  REQUIRE(waits != findings.end());
  CHECK(judged.trace->text(waits->where.name) == "work.py:8");
  const std::string says = judged.says(*waits);
  CHECK(says.find("the GIL is held by thread 101 for 600.0 ms") != std::string::npos);
  CHECK(says.find("held by the main thread") == std::string::npos);
}

TEST_CASE("a main thread that holds the GIL is called the main thread") {
  TraceText trace;
  const auto main = thread_writer(trace, "100", "100");
  main("python_sample", kJoin, "0", "400000");
  main("thread_state", "futex", "0", "400000");
  main("python_sample", "train.py(18): fit", "400000", "600000");
  main("python_line", "train.py:19", "400000", "600000");
  main("thread_state", "running \u00b7 GIL", "400000", "600000");
  add_thread(trace, "101", "work.py:13", "waiting for the GIL", 1'000'000);
  const Judged judged(trace);
  const auto& findings = judged.table.findings;
  const auto waits = std::ranges::find(findings, "Threads wait for the GIL", &Finding::title);
  REQUIRE(waits != findings.end());
  CHECK(std::ranges::any_of(waits->evidence, [](const FindingEvidence& one) {
    return one.text.head ==
           "While thread 101 waits, the GIL is held by the main thread for 600.0 ms";
  }));
}

TEST_CASE("a thread that holds a lock is sought in waits for locks, not in those for a queue") {
  TraceText trace = joins();
  add_thread(trace, "101", "work.py:8", "clock_nanosleep", 990'000);
  const auto thread = thread_writer(trace, "100", "102");
  thread("python_sample", "work.py(1): of_102", "0", "1000000");
  thread("python_line", "work.py:14", "0", "1000000");
  thread("thread_state", "futex", "0", "400000");
  thread("thread_state", "waiting for a queue", "400000", "600000");
  const std::string says = Judged(trace).says();
  CHECK(says.find("sleeps or reads for 400.0 ms of 400.0 ms") != std::string::npos);
}

TEST_CASE("when threads were in which state is found out once, however many rules ask") {
  TraceText trace = joins();
  for (const char* const tid : {"101", "102", "103"})
    add_thread(trace, tid, "work.py:8", "waiting for a CPU", 600'000);
  const auto loaded = trace.load();
  const AnalysisResults results(*loaded, whole_window());
  const auto table = results.of<FindingTable>();
  REQUIRE_FALSE(table->findings.empty());
  CHECK(table->findings.front().title == "Threads wait for a CPU");
  std::size_t computed = 0;
  for (const AnalysisResults::Cost& cost : results.costs()) {
    if (cost.name == "HostStateTimes") computed += cost.computed;
  }
  CHECK(computed == 1);
}
