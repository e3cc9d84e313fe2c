// The rule about samples (F28), of servers whose main thread only accepts requests. Times are in
// µs.
#include "core/analysis/findings/worker_threads.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/findings/findings_of.h"

using namespace lanescope;

namespace {

/// A second of a server that has ten requests one after another, each on a thread of its own and in
/// such a state for 80 of its 100 ms.
HandMadeTrace server_with(const char* state, int requests = 10) {
  std::vector<std::string> events = {
      slice("python_sample", "socketserver.py(216): BaseServer.serve_forever", "0", "1000000"),
      slice("thread_state", "event loop is idle", "0", "1000000")};
  for (int i = 0; i < requests; ++i) {
    const std::string tid = std::to_string(10 + i), begin = std::to_string(100'000 * i),
                      waits = std::to_string(100'000 * i + 20'000);
    events.push_back(R"x({"ph": "M", "name": "thread_name", "pid": 1, "tid": )x" + tid +
                     R"x(, "args": {"name": "Thread-)x" + tid +
                     R"x( (process_request_thread)"}})x");
    events.push_back(slice("python_sample", "app.py(11): query", begin, "100000", "", "1", tid));
    events.push_back(slice("python_line", "app.py:12", begin, "100000", "", "1", tid));
    events.push_back(slice("thread_state", "running", begin, "20000", "", "1", tid));
    events.push_back(slice("thread_state", state, waits, "80000", "", "1", tid));
  }
  return HandMadeTrace(events);
}

}  // namespace

TEST_CASE("what all threads of requests wait for is the finding, and not the idle main thread") {
  const HandMadeTrace trace = server_with("clock_nanosleep");
  const FindingTable table = findings_of(trace);
  REQUIRE(table.findings.size() == 1);
  const Finding& finding = table.findings[0];
  CHECK(finding.title == "Worker threads sleep");
  CHECK(finding.high_pct == doctest::Approx(80));
  CHECK(trace->text(finding.where.name) == "app.py:12");
  REQUIRE_FALSE(finding.evidence.empty());
  CHECK(finding.evidence[0].text.tail ==
        " and 9 more such threads: 800.0 ms of their 1.000 s sampled (80 %)");
  CHECK(findings_of(server_with("recvfrom socket")).findings.at(0).title ==
        "Worker threads wait for a pipe or socket");
}

TEST_CASE("a thread that sleeps alone, and workers without work, are no finding") {
  CHECK_FALSE(finds(server_with("clock_nanosleep", 1), "F28"));
  CHECK_FALSE(finds(server_with("waiting for a queue"), "F28"));
}

TEST_CASE("numbered threads are of one kind") {
  CHECK(thread_kind("Thread-12 (process_request_thread)") ==
        thread_kind("Thread-7 (process_request_thread)"));
  CHECK(thread_kind("ThreadPoolExecutor-0_3") != thread_kind("Thread-7 (process_request_thread)"));
  CHECK(thread_kind("thread 4711").empty());
}
