// The rule about samples (F28), of programs whose main thread waits for others. Times are in µs.
#include <doctest/doctest.h>

#include "tests/core/analysis/findings/judged_trace.h"
#include "tests/core/fixtures/thread_writer.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

void add_worker(TraceText& trace, const char* pid, const char* state) {
  trace.slice("python_sample", "data.py(8): load", pid, pid, "0", "1000000")
      .slice("python_line", "data.py:9", pid, pid, "0", "1000000")
      .slice("thread_state", "poll pipe", pid, pid, "0", "500000")
      .slice("thread_state", state, pid, pid, "500000", "500000");
}

}  // namespace

TEST_CASE("a main thread that waits for its workers names what they do meanwhile") {
  TraceText trace = waits_for_pipe();
  add_worker(trace, "200", "running · GIL");
  trace.top_level(R"("process 1": {"pid": 200, "ppid": 100})");
  const JudgedTrace judged(trace);
  REQUIRE(judged.table.findings.size() == 1);
  const Finding& finding = judged.table.findings[0];
  CHECK(finding.title == "The main thread waits for worker processes");
  CHECK_FALSE(finding.informational);
  CHECK(finding.high_pct == doctest::Approx(50));
  CHECK(judged.where(finding) == "data.py:9");
  const std::string says = judged.says(finding);
  CHECK(says.find("500.0 ms of its 1.000 s sampled (50 %)") != std::string::npos);
  CHECK(says.find("worker process 200 runs for 500.0 ms; most of it at data.py:9") !=
        std::string::npos);
  CHECK(finding.fix.find("start more worker processes") != std::string::npos);
  CHECK(finding.fix.find("DataLoader") == std::string::npos);
}

TEST_CASE("a program that subprocess runs is named, and its place is the line that waits") {
  TraceText trace;
  trace.slice("python_sample", "pack.py(3): pack", "100", "100", "0", "1000000")
      .slice("python_sample", "subprocess.py(2001): Popen._try_wait", "100", "100", "0", "1000000")
      .slice("python_line", "subprocess.py:2003", "100", "100", "0", "1000000")
      .slice("thread_state", "wait4", "100", "100", "0", "1000000");
  trace.metadata("thread_name", "200", "200", R"("name": "gzip")");
  trace.slice("thread_state", "running", "200", "200", "0", "600000")
      .slice("thread_state", "waiting for a CPU", "200", "200", "600000", "400000");
  trace.top_level(R"("process 1": {"pid": 200, "ppid": 100})");
  const JudgedTrace judged(trace);
  const Finding* finding = finding_of(judged.table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "The main thread waits for a subprocess");
  CHECK(judged.says(*finding).find("gzip (process 200) runs for 600.0 ms") != std::string::npos);
  CHECK(judged.where(*finding) == "pack.py(3): pack");
  CHECK(finding->fix.find("DataLoader") == std::string::npos);
  // Other programs have the CPUs: not the fault of this one.
  REQUIRE(judged.table.findings.size() == 2);
  CHECK(judged.table.findings[1].title == "Worker processes wait for a CPU");
  CHECK(judged.table.findings[1].informational);
}

TEST_CASE("programs that end too soon to be sampled are waited for all the same") {
  const auto program = [](const char* state) {
    TraceText trace;
    trace.slice("python_sample", "pack.py(3): pack", "100", "100", "0", "1000000")
        .slice("python_sample", "subprocess.py(2001): Popen._try_wait", "100", "100", "0",
               "1000000")
        .slice("python_line", "subprocess.py:2003", "100", "100", "0", "1000000");
    for (int i = 0; i < 10; ++i)
      trace.slice("thread_state", "running", "100", "100", std::to_string(100'000 * i), "5000")
          .slice("thread_state", state, "100", "100", std::to_string(100'000 * i + 5000), "95000");
    return trace;
  };
  for (const char* const state : {"wait4", "waitid", "poll pipe"}) {
    const JudgedTrace judged(program(state));
    REQUIRE(judged.table.findings.size() == 1);
    const Finding& finding = judged.table.findings[0];
    CHECK(finding.title == "The main thread waits for a subprocess");
    CHECK(finding.high_pct == doctest::Approx(95));
    CHECK(judged.where(finding) == "pack.py(3): pack");
    const std::string says = judged.says(finding);
    CHECK(says.find("950.0 ms of its 1.000 s sampled (95 %)") != std::string::npos);
    CHECK(says.find(": 950.0 ms in 10 waits, at most 95.00 ms in one stretch") !=
          std::string::npos);
    CHECK(finding.fix.find("run several at once") != std::string::npos);
  }
  CHECK(JudgedTrace(program("pause")).table.findings.empty());
  // A server that was started and has nothing to do keeps nobody waiting.
  TraceText idle = program("wait4");
  add_worker(idle, "200", "poll socket");
  idle.top_level(R"("process 1": {"pid": 200, "ppid": 100})");
  CHECK(JudgedTrace(idle).table.findings.empty());
}

TEST_CASE("of DataLoader workers it says how long they fetched and how many batches they sent") {
  TraceText trace = waits_for_pipe();
  trace.top_level(R"("process 1": {"pid": 200, "ppid": 100})");
  const auto worker = thread_writer(trace, "200", "200");
  worker("python_sample", "torch/utils/data/_utils/worker.py(244): _worker_loop", "0", "1000000");
  worker("python_sample", "torch/utils/data/_utils/fetch.py(49): _MapDatasetFetcher.fetch", "0",
         "1000000");
  worker("python_line", "data.py:9", "0", "1000000");
  worker("thread_state", "running", "0", "999000");
  worker("thread_state", "waiting for a CPU", "999000", "1000");
  const auto feeder = thread_writer(trace, "200", "201");
  feeder("python_sample", "multiprocessing/queues.py(211): Queue._feed", "0", "1000000");
  feeder("thread_state", "futex", "0", "500000");
  feeder("thread_state", "running", "500000", "1000");
  feeder("thread_state", "futex", "501000", "499000");
  const JudgedTrace judged(trace);
  const Finding* finding = finding_of(judged.table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "The main thread waits for worker processes");
  const std::string says = judged.says(*finding);
  CHECK(says.find("DataLoader workers fetch for 100 % of their time, wait for an index for 0 %") !=
        std::string::npos);
  CHECK(finding->fix.find("num_workers") != std::string::npos);
  CHECK(says.find("they are hardly ever ahead of the training loop") != std::string::npos);
  CHECK(says.find("1 worker sent about 1 batch, 1.0 per second; a fetch takes 500.0 ms (median)") !=
        std::string::npos);
}

TEST_CASE("workers that are blocked in reads of files are said to be, with the file") {
  TraceText trace = waits_for_pipe();
  add_worker(trace, "200", "read /data/a.bin");
  add_worker(trace, "300", "read /data/a.bin");
  trace.top_level(R"("process 1": {"pid": 200, "ppid": 100})");
  // Started by a server that was started by the program.
  trace.top_level(R"("process 2": {"pid": 150, "ppid": 100})");
  trace.top_level(R"("process 3": {"pid": 300, "ppid": 150})");
  const JudgedTrace judged(trace);
  const Finding* finding = finding_of(judged.table, "F28");
  REQUIRE(finding != nullptr);
  const std::string says = judged.says(*finding);
  for (const char* worker : {"200", "300"}) {
    CHECK(says.find("worker process " + std::string(worker) +
                    " waits for 500.0 ms, chiefly in read /data/a.bin") != std::string::npos);
  }
  CHECK(finding->fix.starts_with("Read fewer and larger files"));
}

TEST_CASE("a worker that waits for a CPU or the GIL is said to, and not to be blocked in it") {
  const auto said_of = [](const char* state) {
    TraceText trace = waits_for_pipe();
    add_worker(trace, "200", state);
    trace.top_level(R"("process 1": {"pid": 200, "ppid": 100})");
    const JudgedTrace judged(trace);
    const Finding* finding = finding_of(judged.table, "F28");
    REQUIRE(finding != nullptr);
    return judged.says(*finding);
  };
  const std::string cpu = said_of("waiting for a CPU");
  CHECK(cpu.find("worker process 200 waits for a CPU for 500.0 ms; most of it at data.py:9") !=
        std::string::npos);
  CHECK(cpu.find("chiefly") == std::string::npos);
  CHECK(said_of("waiting for the GIL")
            .find("worker process 200 waits for 500.0 ms, chiefly for the GIL") !=
        std::string::npos);
}

TEST_CASE("workers that wait for work, and processes of others, are no reason") {
  TraceText idle = waits_for_pipe();
  add_worker(idle, "200", "poll pipe");
  idle.top_level(R"("process 1": {"pid": 200, "ppid": 100})");
  TraceText stranger = waits_for_pipe();
  add_worker(stranger, "200", "running · GIL");
  stranger.top_level(R"("process 1": {"pid": 200, "ppid": 1})");
  for (const TraceText& trace : {idle, stranger}) {
    const JudgedTrace judged(trace);
    const Finding* finding = finding_of(judged.table, "F28");
    REQUIRE(finding != nullptr);
    CHECK(finding->title == "The main thread waits for a pipe or socket");
    CHECK(judged.where(*finding) == "train.py:4");
  }
}

TEST_CASE("Python in threads beside the main thread counts only while it waits for them") {
  const auto program = [](const char* main_state) {
    TraceText trace;
    trace.cpu("python_sample", "train.py(1): main", "0", "1000000")
        .cpu("thread_state", main_state, "0", "1000000");
    for (const char* tid : {"101", "102", "103"}) {
      trace.slice("python_sample", "data.py(8): load", "100", tid, "0", "1000000")
          .slice("python_line", "data.py:9", "100", tid, "0", "1000000")
          .slice("thread_state", "running", "100", tid, "0", "500000")
          .slice("thread_state", "running · GIL", "100", tid, "500000", "500000");
    }
    return trace;
  };
  const JudgedTrace waits(program("futex"));
  REQUIRE_FALSE(waits.table.findings.empty());
  const Finding& finding = waits.table.findings.front();
  CHECK(finding.title == "The main thread waits for a Python function of another thread");
  // Of one thread: summed over the three it would be 150 %.
  CHECK(finding.high_pct == doctest::Approx(50));
  CHECK(waits.says(finding).find("500.0 ms with the GIL held (50 % of the time of its thread)") !=
        std::string::npos);
  CHECK(finding_of(JudgedTrace(program("running")).table, "F28") == nullptr);
}

namespace {

/// A second in which the GPU works for 50 ms at both ends, and the host is in tokenize() between.
TraceText idle_gpu(const char* state) {
  TraceText trace;
  trace.kernel("gemm", "0", "50000", "1")
      .cpu("cuda_runtime", "cudaLaunchKernel", "949990", "10", R"("correlation":2)")
      .kernel("gemm", "950000", "50000", "2")
      .cpu("python_sample", "train.py(1): main", "0", "1000000")
      .cpu("python_sample", "data.py(12): tokenize", "100000", "800000")
      .cpu("python_line", "data.py:41", "100000", "800000")
      .cpu("thread_state", "running", "0", "100000")
      .cpu("thread_state", state, "100000", "800000")
      .cpu("thread_state", "running", "900000", "100000");
  return trace;
}

}  // namespace

TEST_CASE("the sampled function that keeps the GPU idle is a finding, and named once") {
  const JudgedTrace judged(idle_gpu("running · GIL"));
  const Finding* finding = finding_of(judged.table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "GPU idle while one Python function runs");
  CHECK(judged.where(*finding) == "data.py(12): tokenize");
  CHECK(finding->high_pct == doctest::Approx(80));
  // At most as much as the GPU works can be overlapped.
  CHECK(finding->low_pct == doctest::Approx(10));
  const std::string says = judged.says(*finding);
  CHECK(says.starts_with("89 % of the idle time: data.py(12): tokenize, in the main thread: "));
  CHECK(says.find("Of that, it is at data.py:41") != std::string::npos);
  for (const Finding& other : judged.table.findings) {
    if (other.id == "F02") CHECK(judged.says(other).find("tokenize") == std::string::npos);
  }
}

TEST_CASE("what the host waits for while the GPU is idle is in the title") {
  const auto title = [](const char* state) {
    const JudgedTrace judged(idle_gpu(state));
    const Finding* finding = finding_of(judged.table, "F28");
    return finding == nullptr ? std::string() : finding->title;
  };
  CHECK(title("read /data/a.bin") == "GPU idle while the host waits for the disk");
  CHECK(title("clock_nanosleep") == "GPU idle while the host sleeps");
  CHECK(title("waiting for the GIL") == "GPU idle while the host waits for the GIL");
  CHECK(title("read pipe") == "GPU idle while the host waits for another process");
  CHECK(title("event loop is idle") == "GPU idle while the event loop is idle");
}

TEST_CASE("while the GPU waits for the data loader, its workers say what they do") {
  TraceText trace;
  trace.kernel("gemm", "0", "50000", "1")
      .cpu("cuda_runtime", "cudaLaunchKernel", "949990", "10", R"("correlation":2)")
      .kernel("gemm", "950000", "50000", "2")
      .cpu("python_sample", "torch/utils/data/dataloader.py(700): _BaseDataLoaderIter.__next__",
           "100000", "800000")
      .cpu("thread_state", "poll pipe", "100000", "800000");
  add_worker(trace, "200", "read /data/a.bin");
  trace.top_level(R"("process 0": {"pid": 100, "ppid": 1})");
  trace.top_level(R"("process 1": {"pid": 200, "ppid": 100})");
  const JudgedTrace judged(trace);
  const Finding* finding = finding_of(judged.table, "F04");
  REQUIRE(finding != nullptr);
  CHECK(judged.says(*finding).find("While the GPU waits, worker process 200 waits for "
                                   "400.0 ms, chiefly in read /data/a.bin; most of it at "
                                   "data.py:9 for 400.0 ms") != std::string::npos);
  CHECK(finding_of(judged.table, "F28") == nullptr);
}
