// The rule about samples (F28), of programs that run an event loop. Times are in µs.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/analysis/findings/findings_of.h"

using namespace lanescope;

namespace {

/// A loop that is idle for 200 ms of a second, and in handle() of the program for the rest.
HandMadeTrace loop_with(const char* state) {
  return HandMadeTrace(
      {slice("python_sample", "serve.py(1): main", "0", "1000000"),
       slice("python_sample", "asyncio/base_events.py(1845): BaseEventLoop._run_once", "0",
             "1000000"),
       slice("python_sample", "selectors.py(451): EpollSelector.select", "0", "200000"),
       slice("python_sample", "asyncio/events.py(78): Handle._run", "200000", "800000"),
       slice("python_sample", "serve.py(5): handle", "200000", "800000"),
       slice("python_line", "serve.py:6", "200000", "800000"),
       slice("thread_state", "event loop is idle", "0", "200000"),
       slice("thread_state", state, "200000", "800000")});
}

}  // namespace

TEST_CASE("a sleep in a coroutine blocks the event loop, and the fix is to await one") {
  const HandMadeTrace trace = loop_with("clock_nanosleep");
  const FindingTable table = findings_of(trace);
  REQUIRE(table.findings.size() == 1);
  const Finding& finding = table.findings[0];
  CHECK(finding.title == "The event loop is blocked");
  CHECK(trace->text(finding.where.name) == "serve.py(5): handle");
  CHECK(finding.high_pct == doctest::Approx(80));
  CHECK(finding.fix.find("await asyncio.sleep()") != std::string::npos);
}

TEST_CASE("work in a coroutine blocks the event loop also while it waits for a CPU") {
  for (const char* state : {"running · GIL", "waiting for a CPU · GIL"}) {
    const HandMadeTrace trace = loop_with(state);
    const FindingTable table = findings_of(trace);
    REQUIRE_FALSE(table.findings.empty());
    CHECK(table.findings[0].title == "The event loop is blocked");
    CHECK(table.findings[0].fix.find("asyncio.to_thread()") != std::string::npos);
    for (const Finding& finding : table.findings)
      CHECK(finding.title != "Most time is spent in one Python function");
  }
}

TEST_CASE("a blocking read in a coroutine belongs on a thread") {
  const HandMadeTrace trace = loop_with("read socket");
  const FindingTable table = findings_of(trace);
  REQUIRE(table.findings.size() == 1);
  CHECK(table.findings[0].fix.find("asyncio.to_thread(...)") != std::string::npos);
}

TEST_CASE("a loop with nothing to do is not blocked") {
  CHECK_FALSE(finds(loop_with("event loop is idle"), "F28"));
}

namespace {

/// A loop that is idle for 200 ms of a second; then it runs `callback`, and that `code`.
HandMadeTrace kernel_with(const char* callback, const char* code) {
  return HandMadeTrace(
      {slice("python_sample", "ipykernel/kernelapp.py(749): IPKernelApp.start", "0", "1000000"),
       slice("python_sample", "asyncio/base_events.py(1894): BaseEventLoop._run_once", "0",
             "1000000"),
       slice("python_sample", "selectors.py(451): EpollSelector.select", "0", "200000"),
       slice("python_sample", "asyncio/events.py(82): Handle._run", "200000", "800000"),
       slice("python_sample", callback, "200000", "800000"),
       slice("python_sample", code, "200000", "800000"),
       slice("thread_state", "event loop is idle", "0", "200000"),
       slice("thread_state", "running \u00b7 GIL", "200000", "800000")});
}

bool is_blocked(const FindingTable& table) {
  return std::ranges::any_of(table.findings, [](const Finding& finding) {
    return finding.title == "The event loop is blocked";
  });
}

}  // namespace

TEST_CASE("a cell of a notebook does not block the kernel's loop, and other callbacks do") {
  const char* const cell = "/tmp/ipykernel_6535/2236472691.py(1): <module>";
  for (const char* run :
       {"IPython/core/interactiveshell.py(3666): InteractiveShell.run_code",
        "/opt/lib/python3.12/site-packages/IPython/core/interactiveshell.py(3100): run_cell_async"})
    CHECK_FALSE(is_blocked(findings_of(kernel_with(run, cell))));
  CHECK(is_blocked(
      findings_of(kernel_with("serve.py(3): Server.on_message", "serve.py(5): handle"))));
}

TEST_CASE("a program that a loop runs as a whole does not block it") {
  const auto run_for = [](const char* us) {
    return findings_of(
        HandMadeTrace({slice("python_sample", "asyncio/runners.py(160): run", "0", "1000000"),
                       slice("python_sample", "asyncio/events.py(82): Handle._run", "0", us),
                       slice("python_sample", "train.py(5): main", "0", us),
                       slice("thread_state", "running \u00b7 GIL", "0", us),
                       slice("thread_state", "event loop is idle", us,
                             std::to_string(1000000 - std::stoi(us)))}));
  };
  CHECK_FALSE(is_blocked(run_for("999000")));
  CHECK(is_blocked(run_for("800000")));  // it has other things to wait for
}

namespace {

/// From the outermost function on, what a thread is in: each from `begin` until the end of ten
/// seconds, in which it runs whenever the innermost one does.
struct Called {
  const char* function;
  int begin_us = 0;
};

FindingTable stuck_in(const std::vector<Called>& stack, const char* state = "running \u00b7 GIL") {
  constexpr int kEndUs = 10'000'000;
  std::vector<std::string> events;
  for (const Called& called : stack)
    events.push_back(slice("python_sample", called.function, std::to_string(called.begin_us),
                           std::to_string(kEndUs - called.begin_us)));
  const int begin_us = stack.back().begin_us;
  if (begin_us > 0)
    events.push_back(slice("thread_state", "event loop is idle", "0", std::to_string(begin_us)));
  events.push_back(
      slice("thread_state", state, std::to_string(begin_us), std::to_string(kEndUs - begin_us)));
  return findings_of(HandMadeTrace(events));
}

constexpr const char* kProgram = "serve.py(1): <module>";
constexpr const char* kRun = "asyncio/runners.py(160): run";
constexpr const char* kForever = "asyncio/base_events.py(645): BaseEventLoop.run_forever";
constexpr const char* kCallback = "asyncio/events.py(82): Handle._run";

}  // namespace

TEST_CASE("a server that is stuck in one callback for all of the recording is blocked") {
  const char* const uvicorn =
      "/opt/lib/python3.12/site-packages/uvicorn/protocols/http/h11_impl.py(403): run_asgi";
  const char* const transport = "asyncio/selector_events.py(1027): _read_ready__data_received";
  // Attached to while it is stuck.
  CHECK(is_blocked(stuck_in({{kProgram}, {kRun}, {kCallback}, {uvicorn}, {"serve.py(9): get"}})));
  CHECK(is_blocked(stuck_in({{kProgram}, {kRun}, {kCallback}, {transport}, {"serve.py(9): got"}})));
  CHECK(is_blocked(stuck_in({{kProgram}, {kForever}, {kCallback}, {"serve.py(9): main"}})));
  CHECK(is_blocked(
      stuck_in({{kProgram}, {kRun}, {kCallback, 300'000}, {"serve.py(9): handle", 300'000}})));
  // Recorded from its start on, and stuck in its first request.
  CHECK(is_blocked(stuck_in(
      {{kProgram}, {kRun, 100'000}, {kCallback, 300'000}, {"serve.py(9): handle", 300'000}})));
  const FindingTable waits =
      stuck_in({{kProgram}, {kRun}, {kCallback}, {"serve.py(9): handle"}}, "read socket");
  REQUIRE(waits.findings.size() == 1);
  CHECK(waits.findings[0].title == "The event loop is blocked");
  CHECK(waits.findings[0].high_pct == doctest::Approx(100));
  CHECK(waits.findings[0].confidence == Confidence::Low);  // there may be no other task
}

TEST_CASE("a coroutine that computes, attached to, blocks nothing that is known to wait") {
  const FindingTable table = stuck_in({{kProgram}, {kRun}, {kCallback}, {"train.py(5): train"}});
  CHECK_FALSE(is_blocked(table));
  REQUIRE(table.findings.size() == 1);
  const Finding& finding = table.findings[0];
  CHECK(finding.title == "Most time is spent in one Python function");
  CHECK(std::ranges::any_of(finding.evidence, [](const FindingEvidence& evidence) {
    return evidence.text.head.find("other tasks of the loop, if it has any") != std::string::npos;
  }));
}

TEST_CASE("neither a notebook's kernel nor the coroutine that a loop was started for is stuck") {
  const char* const cell = "IPython/core/interactiveshell.py(3666): InteractiveShell.run_code";
  const char* const select = "selectors.py(451): EpollSelector.select";
  const char* const kernel = "ipykernel/kernelapp.py(749): IPKernelApp.start";
  CHECK_FALSE(is_blocked(stuck_in({{kernel}, {kForever}, {select}}, "event loop is idle")));
  CHECK_FALSE(is_blocked(stuck_in(
      {{kernel}, {kForever}, {kCallback}, {cell}, {"/tmp/ipykernel_6/2.py(1): <module>"}})));
  CHECK_FALSE(is_blocked(stuck_in({{kProgram}, {kRun}, {kCallback}, {"train.py(5): amain"}})));
  // Recorded from its start on: whatever it is called, the loop began with it.
  CHECK_FALSE(is_blocked(stuck_in(
      {{kProgram}, {kRun, 100'000}, {kCallback, 110'000}, {"train.py(5): fit", 110'000}})));
}
