// The rule about samples (F28), of pools of processes and of programs that run one after the other.
// Times are in µs.
#include <doctest/doctest.h>

#include "tests/core/analysis/findings/judged_trace.h"
#include "tests/core/fixtures/thread_writer.h"

using namespace lanescope;

namespace {

/// A process of multiprocessing.Pool that computes for the first `busy_us` of 1,000 ms, and then
/// waits for a task.
void add_pool_worker(TraceText& trace, const char* pid, const char* lock, Ns busy_us) {
  const auto worker = thread_writer(trace, pid, pid);
  const std::string busy = std::to_string(busy_us), rest = std::to_string(1'000'000 - busy_us);
  worker("python_sample", "pool.py(8): work", "0", busy);
  worker("python_line", "pool.py:9", "0", busy);
  worker("thread_state", "running · GIL", "0", busy);
  if (busy_us == 1'000'000) return;
  worker("python_sample", "multiprocessing/queues.py(364): SimpleQueue.get", busy, rest);
  worker("python_sample", "multiprocessing/synchronize.py(94): SemLock.__enter__", busy, rest);
  worker("python_line", "multiprocessing/synchronize.py:95", busy, rest);
  worker("thread_state", lock, busy, rest);
}

}  // namespace

TEST_CASE(
    "workers that wait for the lock of the task queue have no task, and one long task is told") {
  TraceText trace = waits_for_pipe();
  add_pool_worker(trace, "200", "futex", 1'000'000);
  add_pool_worker(trace, "300", "futex", 450'000);
  add_pool_worker(trace, "400", "futex", 500'000);
  for (const char* pid : {"200", "300", "400"})
    trace.top_level(R"("process )" + std::string(pid) + R"(": {"pid": )" + pid +
                    R"(, "ppid": 100})");
  const JudgedTrace judged(trace);
  REQUIRE_FALSE(judged.table.findings.empty());
  const Finding& finding = judged.table.findings[0];
  CHECK(finding.title ==
        "The main thread waits for one worker process, while the others have no task");
  CHECK(judged.where(finding) == "pool.py:9");
  const std::string says = judged.says(finding);
  CHECK(says.find("For 500.0 ms of it, only one of 3 workers is busy: worker process 200") !=
        std::string::npos);
  CHECK(says.find("futex") == std::string::npos);
  CHECK(finding.fix.find("chunksize=1") != std::string::npos);
  CHECK(finding.fix.find("start more worker processes") == std::string::npos);
}

TEST_CASE("workers that wait for a lock of the program are busy") {
  TraceText trace = waits_for_pipe();
  for (const char* pid : {"200", "300"}) {
    const auto worker = thread_writer(trace, pid, pid);
    worker("python_sample", "pool.py(8): work", "0", "1000000");
    worker("python_sample", "multiprocessing/synchronize.py(94): SemLock.__enter__", "0",
           "1000000");
    worker("python_line", "multiprocessing/synchronize.py:95", "0", "1000000");
    worker("thread_state", "futex", "0", "1000000");
    trace.top_level(R"("process )" + std::string(pid) + R"(": {"pid": )" + pid +
                    R"(, "ppid": 100})");
  }
  const JudgedTrace judged(trace);
  const Finding* finding = finding_of(judged.table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "The main thread waits for worker processes");
  CHECK(judged.says(*finding).find("waits for 600.0 ms, chiefly in futex") != std::string::npos);
  // More of them would wait for the same lock.
  CHECK(finding->fix.find("hold it for less time") != std::string::npos);
  CHECK(finding->fix.find("more worker") == std::string::npos);
}

TEST_CASE("what threads could use is counted while the one that waits was there") {
  TraceText trace;
  trace.slice("python_sample", "pack.py(3): pack", "100", "100", "0", "1000000")
      .slice("thread_state", "wait4", "100", "100", "0", "1000000");
  // Four programs, one after the other, that could each run all the time.
  Ns at_us = 0;
  for (const char* pid : {"200", "300", "400", "500"}) {
    const std::string at = std::to_string(at_us);
    trace.metadata("thread_name", pid, pid, R"("name": "gzip")");
    trace.slice("thread_state", "running", pid, pid, at, "100000")
        .slice("thread_state", "waiting for a CPU", pid, pid, std::to_string(at_us + 100'000),
               "150000");
    trace.top_level(R"("process )" + std::string(pid) + R"(": {"pid": )" + pid +
                    R"(, "ppid": 100})");
    at_us += 250'000;
  }
  const JudgedTrace judged(trace);
  REQUIRE(judged.table.findings.size() == 2);
  CHECK(judged.table.findings[1].title == "Worker processes wait for a CPU");
  CHECK(judged.says(judged.table.findings[1])
            .find("On average, 1.0 of the 2 sampled threads could use a CPU, and 0.4 had one") !=
        std::string::npos);
}
