// The rule about samples (F28), of programs whose main thread has nothing to do, as that of many a
// server: its threads are the program. Times are in µs.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/analysis/findings/judged_trace.h"
#include "tests/core/fixtures/thread_writer.h"

using namespace lanescope;

namespace {

constexpr const char* kIdleStates[] = {"clock_nanosleep", "epoll_wait",      "select", "poll",
                                       "pause",           "rt_sigtimedwait", "accept4"};

/// The main thread starts its threads for 20 ms, and is in such a state for the rest of a second.
TraceText idle_in(const char* state) {
  TraceText trace;
  const auto main = thread_writer(trace, "100", "100");
  main("python_sample", "serve.py(18): main", "0", "1000000");
  main("python_line", "serve.py:20", "0", "1000000");
  main("thread_state", "running", "0", "20000");
  main("thread_state", state, "20000", "980000");
  return trace;
}

/// A thread that is in a function of its own for a second: `waits_us` in a state, then running.
void add_thread(TraceText& trace, const char* tid, const char* line, const char* state,
                int waits_us, const char* function = "work.py(1): work") {
  const auto thread = thread_writer(trace, "100", tid);
  const std::string waits = std::to_string(waits_us), runs = std::to_string(1'000'000 - waits_us);
  thread("python_sample", function, "0", "1000000");
  thread("python_line", line, "0", "1000000");
  if (waits_us > 0) thread("thread_state", state, "0", waits);
  if (waits_us < 1'000'000) thread("thread_state", "running \u00b7 GIL", waits, runs);
}

bool says_of_main(const FindingTable& table) {
  return std::ranges::any_of(table.findings, [](const Finding& finding) {
    return finding.title.starts_with("The main thread");
  });
}

}  // namespace

TEST_CASE("a lock that threads wait for is found whatever the main thread rests in") {
  for (const char* const state : kIdleStates) {
    CAPTURE(state);
    TraceText trace = idle_in(state);
    add_thread(trace, "101", "work.py:5", "futex", 800'000);
    add_thread(trace, "102", "work.py:5", "futex", 790'000);
    const JudgedTrace judged(trace);
    REQUIRE(judged.table.findings.size() == 1);
    const Finding& finding = judged.table.findings[0];
    CHECK(finding.title == "Threads wait for a lock");
    CHECK(finding.high_pct == doctest::Approx(80));
    CHECK(judged.where(finding) == "work.py:5");
    const std::string says = judged.says(finding);
    CHECK(says.find("Meanwhile, the main thread is idle for 980.0 ms") != std::string::npos);
    // It sleeps all the while, and has no lock.
    CHECK(says.find("held at serve.py:20") == std::string::npos);
  }
}

TEST_CASE("threads that wait for the GIL are found while the main thread waits for a signal") {
  TraceText trace = idle_in("pause");
  add_thread(trace, "101", "work.py:6", "", 0, "work.py(4): hog");
  add_thread(trace, "102", "work.py:9", "waiting for the GIL", 840'000);
  const JudgedTrace judged(trace);
  REQUIRE_FALSE(judged.table.findings.empty());
  const Finding& finding = judged.table.findings[0];
  CHECK(finding.title == "Threads wait for the GIL");
  CHECK(judged.where(finding) == "work.py:6");
  CHECK(judged.says(finding).find("the GIL is held by thread 101 for 840.0 ms") !=
        std::string::npos);
}

TEST_CASE("a main thread that sleeps while its threads work is no finding") {
  TraceText trace = idle_in("clock_nanosleep");
  add_thread(trace, "101", "work.py:6", "read /data/a.bin", 150'000);
  add_thread(trace, "102", "work.py:6", "read /data/a.bin", 150'000);
  CHECK_FALSE(says_of_main(JudgedTrace(trace).table));
  // Where they have nothing to do either, it polls.
  TraceText polls = idle_in("clock_nanosleep");
  add_thread(polls, "101", "threading.py:355", "futex", 990'000,
             "threading.py(323): Condition.wait");
  CHECK(says_of_main(JudgedTrace(polls).table));
}

TEST_CASE("servers with nothing to do have no finding") {
  for (const char* const state : {"event loop is idle", "pause", "rt_sigtimedwait"}) {
    CAPTURE(state);
    TraceText trace = idle_in(state);
    add_thread(trace, "101", "threading.py:355", "futex", 995'000,
               "threading.py(323): Condition.wait");
    add_thread(trace, "102", "concurrent/futures/thread.py:81", "futex", 995'000,
               "concurrent/futures/thread.py(69): _worker");
    add_thread(trace, "103", "queue.py:3", "waiting for a queue", 995'000);
    add_thread(trace, "104", "socket.py:293", "accept4", 995'000);
    add_thread(trace, "105", "beat.py:3", "clock_nanosleep", 995'000);
    // Of a pool of native code.
    thread_writer(trace, "100", "201")("thread_state", "futex", "0", "1000000");
    CHECK(JudgedTrace(trace).table.findings.empty());
  }
}

TEST_CASE("a main thread that waits for an answer is not idle") {
  TraceText trace = idle_in("recvfrom socket");
  add_thread(trace, "101", "work.py:5", "futex", 800'000);
  const JudgedTrace judged(trace);
  REQUIRE_FALSE(judged.table.findings.empty());
  CHECK(judged.table.findings[0].title == "The main thread waits for a pipe or socket");
}

TEST_CASE("a function of another thread is the program's while the main thread is idle") {
  TraceText trace = idle_in("pause");
  add_thread(trace, "101", "work.py:6", "clock_nanosleep", 300'000);
  const JudgedTrace judged(trace);
  REQUIRE(judged.table.findings.size() == 1);
  CHECK(judged.table.findings[0].title ==
        "Another thread spends most of its time in one Python function");
  CHECK(judged.table.findings[0].high_pct == doctest::Approx(70));
  // One that soon ended costs little.
  TraceText brief = idle_in("pause");
  const auto thread = thread_writer(brief, "100", "101");
  thread("python_sample", "work.py(1): work", "0", "100000");
  thread("thread_state", "running \u00b7 GIL", "0", "100000");
  CHECK(JudgedTrace(brief).table.findings.empty());
}

TEST_CASE("an event loop that is blocked in another thread than the main one is found") {
  for (const char* const state : {"clock_nanosleep", "futex"}) {
    TraceText trace;
    const auto main = thread_writer(trace, "100", "100");
    main("python_sample", "serve.py(18): main", "0", "1000000");
    main("python_sample", "threading.py(1087): Thread.join", "0", "1000000");
    main("thread_state", state, "0", "1000000");
    const auto loop = thread_writer(trace, "100", "101");
    loop("python_sample", "serve.py(1): serve", "0", "900000");
    loop("python_sample", "asyncio/base_events.py(645): BaseEventLoop.run_forever", "0", "900000");
    loop("python_sample", "asyncio/events.py(78): Handle._run", "100000", "800000");
    loop("python_sample", "serve.py(5): handle", "100000", "800000");
    loop("thread_state", "event loop is idle", "0", "100000");
    loop("thread_state", "clock_nanosleep", "100000", "800000");
    const JudgedTrace judged(trace);
    REQUIRE(judged.table.findings.size() == 1);
    const Finding& finding = judged.table.findings[0];
    CHECK(finding.title == "The event loop is blocked");
    CHECK(finding.high_pct == doctest::Approx(80));
    CHECK(judged.where(finding) == "serve.py(5): handle");
    CHECK(judged.says(finding).find("The loop runs in thread 101") != std::string::npos);
  }
}

TEST_CASE("a program that a loop in another thread runs as a whole does not block it") {
  TraceText trace = idle_in("pause");
  const auto loop = thread_writer(trace, "100", "101");
  loop("python_sample", "asyncio/runners.py(160): run", "0", "500000");
  loop("python_sample", "asyncio/events.py(82): Handle._run", "0", "500000");
  loop("python_sample", "train.py(5): main", "0", "500000");
  loop("thread_state", "read /data/a.bin", "0", "500000");
  for (const Finding& finding : JudgedTrace(trace).table.findings)
    CHECK(finding.title != "The event loop is blocked");
}

TEST_CASE("threads that wait for each other's locks are named") {
  TraceText trace = idle_in("clock_nanosleep");
  add_thread(trace, "101", "work.py:6", "futex", 1'000'000);
  add_thread(trace, "102", "work.py:10", "futex", 1'000'000);
  const JudgedTrace judged(trace);
  REQUIRE(judged.table.findings.size() == 1);
  const std::string says = judged.says(judged.table.findings[0]);
  CHECK(says.find("thread 101: 1.000 s") != std::string::npos);
  CHECK(says.find("thread 102: 1.000 s") != std::string::npos);
}

TEST_CASE(
    "in a native program, a thread that is not the main one is named, and what runs meanwhile") {
  TraceText trace;
  trace.metadata("thread_name", "100", "100", R"("name": "nat")");
  thread_writer(trace, "100", "100")("thread_state", "clock_nanosleep", "0", "1000000");
  const auto add = [&](const char* tid, const char* name, const char* first, const char* second,
                       const char* begin) {
    trace.metadata("thread_name", "100", tid, R"("name": ")" + std::string(name) + R"(")");
    const auto thread = thread_writer(trace, "100", tid);
    thread("native_frame", "worker (nat)", begin, "500000");
    thread("native_frame", "locked_part (nat)", begin, "500000");
    thread("native_frame", "hot_loop (nat)", begin, "500000");
    thread("thread_state", first, "0", "500000");
    thread("thread_state", second, "500000", "500000");
  };
  add("101", "beta", "running", "futex", "0");
  add("102", "gamma", "futex", "running", "500000");
  const JudgedTrace judged(trace);
  const auto at =
      std::ranges::find(judged.table.findings, "Thread beta waits for a lock", &Finding::title);
  REQUIRE(at != judged.table.findings.end());
  const Finding& finding = *at;
  const std::string says = judged.says(finding);
  CHECK(says.find("nat works, sleeps or reads") == std::string::npos);
  CHECK(says.find("gamma works, sleeps or reads for 500.0 ms of 500.0 ms") != std::string::npos);
  CHECK(says.find("Meanwhile, other threads run hot_loop (nat), called from locked_part (nat), for "
                  "500.0 ms of 500.0 ms") != std::string::npos);
  CHECK(judged.where(finding) == "hot_loop (nat)");
}
