// The rules about getting work to the GPU: it does not start (F03), launch calls take long (F07),
// the queue is full (F08), and torch.compile (F25, F26). Times are in µs. Without steps the judged
// time runs from the first start to the last end on the busiest GPU.
#include <doctest/doctest.h>

#include "tests/core/analysis/findings/findings_of.h"

using namespace lanescope;

TEST_CASE("a trace without GPU events leaves every rule about the GPU unjudged") {
  const HandMadeTrace trace({slice("cpu_op", "aten::mm", "0", "10")});
  const FindingTable table = findings_of(trace);
  CHECK(table.findings.empty());
  for (const char* id : {"F01", "F02", "F03", "F04", "F05", "F07", "F08", "F11", "F12", "F17",
                         "F19", "F20", "F21", "F22", "F23"}) {
    CAPTURE(id);
    CHECK(why_not_judged(table, id) == "the trace has no GPU events");
  }
  CHECK(findings_of(HandMadeTrace(std::vector<std::string>())).findings.empty());
}

TEST_CASE("what happened once is not spread over the steps") {
  const HandMadeTrace trace({slice("cpu_op", "aten::mm", "0", "10")});
  const ReadEvent read = [&trace](EventId event) { return trace.json(event); };
  FindingFacts facts{.trace = *trace, .read = read};
  facts.judged.span_ns = 600'000'000;
  facts.judged.steps = 6;
  CHECK(facts.per_step(60'000'000, 20'000'000) ==
        "10.00 ms per step (10 %), at most 20.00 ms in one stretch");
  CHECK(facts.per_step(60'000'000, 58'000'000) ==
        "60.00 ms in 6 steps (10 %), 58.00 ms of it in one stretch");
  CHECK(facts.per_step(60'000'000, 20'000'000, "one gap") ==
        "10.00 ms per step (10 %), at most 20.00 ms in one gap");
  CHECK(facts.count_per_step(1) == "once in 6 steps");
  CHECK(facts.count_per_step(3) == "3 times in 6 steps");
  CHECK(facts.count_per_step(6) == "once per step");
  CHECK(facts.count_per_step(120) == "20 times per step");
  facts.judged.steps = 0;
  CHECK(facts.per_step(60'000'000, 58'000'000) ==
        "60.00 ms (10 %), at most 58.00 ms in one stretch");
}

namespace {

/// Two kernels, both launched before the first one ends: [10, 100) and from 100 + `gap` on. The
/// judged time is 1,000 long.
std::vector<std::string> queued(int gap, const std::string& kernel = "b",
                                const std::string& call = "cudaLaunchKernel") {
  const std::string start = std::to_string(100 + gap), dur = std::to_string(910 - gap);
  return {launched("1", "0", "1", "a", "10", "90"),
          slice("cuda_runtime", call, "5", "1", R"("correlation": 2)"),
          gpu_slice("kernel", kernel, start, dur, R"("correlation": 2)")};
}

}  // namespace

TEST_CASE("work that the GPU does not start in time is told above 5 % of the time") {
  // 60 of 1,000.
  const FindingTable table = findings_of(HandMadeTrace(queued(60)));
  const Finding* finding = finding_of(table, "F03");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(6));
  CHECK(finding->low_pct == 0);
  CHECK(finding->informational);
  REQUIRE(finding->evidence.size() == 2);
  CHECK(finding->evidence[0].text.head == "It is idle for 60.00 µs (6.0 %) with work in its queue");
  CHECK(finding->evidence[1].event != EventId::None);
  CHECK(!finds(HandMadeTrace(queued(50)), "F03"));  // 5 % is not above
  CHECK(finds(HandMadeTrace(queued(51)), "F03"));
}

TEST_CASE("waits with a reason are not unexplained") {
  CHECK(!finds(HandMadeTrace(queued(60, "ncclDevKernel_AllReduce")), "F03"));
  CHECK(!finds(HandMadeTrace(queued(60, "b", "cudaGraphLaunch")), "F03"));
  // Shorter than the kernel delay: 29 is, 30 is not.
  CHECK(!finds(HandMadeTrace(queued(29)), "F03", "unexplained_wait=1%"));
  CHECK(finds(HandMadeTrace(queued(30)), "F03", "unexplained_wait=1%"));
  CHECK(!finds(HandMadeTrace(queued(60)), "F03", "kernel_delay=61us"));
  // Nobody knows who launched an orphan.
  CHECK(!finds(HandMadeTrace({launched("1", "0", "1", "a", "10", "90"),
                              gpu_slice("kernel", "orphan", "160", "850")}),
               "F03"));
}

TEST_CASE("a cudaFree of a second initializes CUDA, and frees no memory that could be kept") {
  const auto with = [](const std::string& call, const std::string& us, bool steps) {
    std::vector<std::string> events{
        launched("1", "0", "5", "gemm", "10", "1000"), slice("cuda_runtime", call, "2000", us),
        launched("2", std::to_string(2000 + std::stoi(us) + 10), "5", "gemm",
                 std::to_string(2000 + std::stoi(us) + 20), "1000")};
    if (steps) events.push_back(slice("user_annotation", "ProfilerStep#1", "0", "2000000"));
    const FindingTable table = findings_of(HandMadeTrace(events));
    const Finding* finding = finding_of(table, "F13");
    return finding == nullptr ? Finding() : *finding;
  };
  const Finding start = with("cudaFree", "1000000", false);
  CHECK(start.informational);
  CHECK(start.title.find("initialization") != std::string::npos);
  CHECK(start.fix.find("PYTORCH_CUDA_ALLOC_CONF") == std::string::npos);
  // Memory that is allocated or freed is what it was.
  for (const Finding& other :
       {with("cudaMalloc", "1000000", false), with("cudaFree", "100000", false),
        with("cudaFree", "1000000", true)}) {
    CHECK_FALSE(other.informational);
    CHECK(other.title.find("allocated from the driver") != std::string::npos);
  }
}

TEST_CASE("what a pause of the recording hides is no finding") {
  const auto pause = [](int ts, int dur) {
    return slice("overhead", "Paused", std::to_string(ts), std::to_string(dur), "", "1",
                 R"("Capture")");
  };
  std::vector<std::string> waits = queued(60);
  waits.push_back(pause(105, 50));  // of [100, 160)
  CHECK_FALSE(finds(HandMadeTrace(waits), "F03"));
  // 10 of the 950 that were recorded.
  const FindingTable table = findings_of(HandMadeTrace(waits), "idle=0.5%");
  const Finding* idle = finding_of(table, "F01");
  REQUIRE(idle != nullptr);
  CHECK(idle->high_pct == doctest::Approx(100.0 * 10 / 950));
  for (const FindingEvidence& evidence : idle->evidence)
    CHECK(evidence.text.head.find("Meanwhile nothing") == std::string::npos);

  // Four rounds of 200: a kernel of 20 that is waited for, then 20 of idle time and a pause.
  std::vector<std::string> loop;
  for (int ts = 0, id = 1; id <= 4; ts += 200, ++id) {
    const auto at = [&](int us) { return std::to_string(ts + us); };
    loop.push_back(launched(std::to_string(id), at(0), "1", "a", at(5), "20"));
    loop.push_back(slice("cuda_runtime", "cudaDeviceSynchronize", at(2), "24"));
    if (id < 4) loop.push_back(pause(ts + 30, 160));
  }
  // What is judged is [5, 625) without the pauses.
  const double share = 100.0 * 3 * 20 / (620 - 3 * 160);
  CHECK(most_of(HandMadeTrace(loop), "F10") == doctest::Approx(share).epsilon(0.2));
}

TEST_CASE("without GPU events all that was recorded is judged") {
  const HandMadeTrace trace({slice("cpu_op", "aten::mm", "0", "100"),
                             slice("overhead", "Paused", "20", "50", "", "1", R"("Capture")")});
  const FindingTable table = findings_of(trace);
  CHECK(table.judged.range == TimeRange{0, 100'000});
  CHECK(table.judged.span_ns == 50'000);
}

TEST_CASE("the gaps of a GPU that does less are not judged") {
  std::vector<std::string> events = queued(60);
  events.push_back(launched("3", "1", "1", "c", "10", "1200", "", "7", "1"));
  const FindingTable table = findings_of(HandMadeTrace(events));
  CHECK(table.judged.device == 1);
  CHECK(finding_of(table, "F03") == nullptr);
}

namespace {

/// A kernel [10, 20), and one that is launched at 25 by a call that takes so long.
HandMadeTrace slow_call(int call, int start, const std::string& category = "kernel") {
  return HandMadeTrace(
      {launched("1", "0", "2", "a", "10", "10"),
       slice("cuda_runtime", "cudaLaunchKernel", "25", std::to_string(call), R"("correlation": 2)"),
       gpu_slice(category, category == "kernel" ? "b" : "Memcpy DtoD", std::to_string(start), "10",
                 R"("correlation": 2)")});
}

}  // namespace

TEST_CASE("launch calls above 50 µs are found with the idle time they cause") {
  // The call [25, 125) lies in the gap [20, 130) of the judged 130: at most 100 are gained, and
  // what is above the 50 that are usual at least.
  const FindingTable table = findings_of(slow_call(100, 130));
  const Finding* finding = finding_of(table, "F07");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(100.0 * 100 / 130));
  CHECK(finding->low_pct == doctest::Approx(100.0 * 50 / 130));
  CHECK(finding->where.event != EventId::None);
  CHECK(!finds(slow_call(50, 130), "F07"));  // not above
  CHECK(finds(slow_call(51, 130), "F07"));
  CHECK(finds(slow_call(50, 130), "F07", "long_launch=49us"));
  CHECK(!finds(slow_call(100, 130), "F07", "long_launches=80%"));  // 76.9 %
}

TEST_CASE("an environment variable of CUDA is advised for CUDA only") {
  const auto fix = [](const char* format) {
    const HandMadeTrace made = slow_call(100, 130);
    Snapshot trace = *made;
    trace.info.format = format;
    const ReadEvent read;
    const FindingTable table = analyse_findings({trace, whole_window(), read});
    const Finding* finding = finding_of(table, "F07");
    REQUIRE(finding != nullptr);
    return finding->fix;
  };
  CHECK(fix("kineto-json").ends_with("kernels loaded at first use (CUDA_MODULE_LOADING=EAGER)."));
  CHECK(fix("rpd").ends_with("kernels loaded at first use."));
}

TEST_CASE("calls that start copies, and calls beside a busy GPU, are no slow launches") {
  CHECK(!finds(slow_call(100, 130, "gpu_memcpy"), "F07"));
  // The GPU works meanwhile: nothing is lost.
  CHECK(!finds(HandMadeTrace({launched("1", "0", "2", "a", "10", "200"),
                              launched("2", "25", "100", "b", "210", "10")}),
               "F07"));
}

TEST_CASE("long calls into a full queue are the queue's doing") {
  // Launches wait during [0, 10) and [25, 130), 115 of the judged 130.
  const FindingTable table = findings_of(slow_call(100, 130), "full_queue=1");
  CHECK(finding_of(table, "F07") == nullptr);
  const Finding* full = finding_of(table, "F08");
  REQUIRE(full != nullptr);
  CHECK(full->high_pct == doctest::Approx(100.0 * 115 / 130));
}

namespace {

/// A kernel [10, 5000), and so many more of 1 µs that are launched from 11 on, one each µs.
HandMadeTrace far_ahead(int launches) {
  std::vector<std::string> events = {launched("1", "0", "1", "long", "10", "4990")};
  for (int i = 1; i <= launches; ++i) {
    events.push_back(launched(std::to_string(i + 1), std::to_string(10 + i), "1", "short",
                              std::to_string(4999 + i), "1"));
  }
  return HandMadeTrace(events);
}

}  // namespace

TEST_CASE("a queue of 1,000 launches is full, and good to know") {
  // 1,001 are launched: 1,000 wait from 1010 on, and 999 when the second of them starts at 5001.
  // Judged are [10, 6001).
  const FindingTable table = findings_of(far_ahead(1001));
  const Finding* finding = finding_of(table, "F08");
  REQUIRE(finding != nullptr);
  CHECK(finding->informational);
  CHECK(finding->high_pct == doctest::Approx(100.0 * (5001 - 1010) / 5991));
  CHECK(finding->evidence[0].text.head.starts_with("Stream 7 has up to 1,001 launches waiting"));
  CHECK(table.to_fix() == 0);
  CHECK(!finds(far_ahead(999), "F08"));
  CHECK(finds(far_ahead(999), "F08", "full_queue=999"));
  CHECK(!finds(far_ahead(1001), "F08", "full_queue_time=70%"));
}

TEST_CASE("launches of no length and orphans fill no queue") {
  const FindingTable orphans = findings_of(
      HandMadeTrace({gpu_slice("kernel", "a", "0", "10"), gpu_slice("kernel", "b", "20", "0")}));
  CHECK(why_not_judged(orphans, "F08") == "the trace has no launch calls for GPU work");
  CHECK(why_not_judged(orphans, "F07") == "the trace has no launch calls for GPU work");
  CHECK(!finds(HandMadeTrace({launched("1", "5", "0", "a", "5", "0"),
                              launched("2", "6", "0", "b", "6", "10")}),
               "F08", "full_queue=1"));
}

namespace {

/// A compiled region [0, 200) whose guards take [20, 80), and in it a second one if `breaks`.
HandMadeTrace compiled(bool breaks) {
  return HandMadeTrace(
      {slice("cpu_op", "Torch-Compiled Region: 0/0", "0", "200"),
       slice("cpu_op", "TorchDynamo Cache Lookup", "20", "60"),
       slice("cpu_op", breaks ? "Torch-Compiled Region: 1/0" : "aten::mm", "150", "40"),
       launched("1", "10", "2", "triton_a", "12", "8"),
       launched("2", "90", "2", "triton_b", "95", "105")});
}

}  // namespace

TEST_CASE("a graph break costs the idle time in which compiled code is entered") {
  // Idle during [20, 95) of the judged [12, 200): in guards until 80, then in the region, which
  // launches at 90.
  const FindingTable table = findings_of(compiled(true));
  const Finding* finding = finding_of(table, "F25");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "torch.compile splits the model into several graphs");
  CHECK(finding->high_pct == doctest::Approx(100.0 * 75 / 188));
  CHECK(finding->low_pct == doctest::Approx(100.0 * 75 / 188));
  CHECK(finding->confidence == Confidence::High);
  CHECK(finding->evidence[0].text.tail == " starts inside Torch-Compiled Region: 0/0, once");
  CHECK(table.findings.front().id == "F25");
  CHECK(!finds(compiled(false), "F25"));
}

namespace {

/// Kernels of 10 in compiled code, then kernels of 20 outside, one right after the other.
HandMadeTrace half_compiled(int inside, int outside) {
  std::vector<std::string> events = {
      slice("cpu_op", "Torch-Compiled Region: 0/0", "0", std::to_string(inside + 1))};
  int start = 100;
  for (int i = 0; i < inside + outside; ++i) {
    const int dur = i < inside ? 10 : 20;
    events.push_back(launched(std::to_string(i + 1), std::to_string(i < inside ? i : i + 20), "1",
                              i < inside ? "triton_a" : "eager", std::to_string(start),
                              std::to_string(dur)));
    start += dur;
  }
  return HandMadeTrace(events);
}

}  // namespace

TEST_CASE("kernels outside of compiled code are told above 30 % of them") {
  // 3 of 5; they take 60 of 80, of which half is counted.
  const FindingTable table = findings_of(half_compiled(2, 3));
  const Finding* finding = finding_of(table, "F26");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "60 % of the kernels run outside compiled code");
  CHECK(finding->high_pct == doctest::Approx(37.5));
  CHECK(!finds(half_compiled(7, 3), "F26"));  // 30 % is not above
  CHECK(finds(half_compiled(6, 3), "F26"));
  // Hardly anything is compiled: 1 of 21 is 4.8 %, 1 of 20 is 5 %.
  CHECK(!finds(half_compiled(1, 20), "F26"));
  CHECK(finds(half_compiled(1, 19), "F26"));
  CHECK(!finds(half_compiled(0, 3), "F26"));
}

TEST_CASE("a trace of a CPU has no GPU memory that could have been recorded") {
  const FindingTable table = findings_of(HandMadeTrace(
      {slice("cpu_op", "aten::mm", "0", "30"),
       R"({"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": 1, )"
       R"("tid": 1, "ts": 10, "args": {"Device Type": 0, "Device Id": -1, "Addr": 4096, )"
       R"("Bytes": 1024, "Total Allocated": 1024, "Total Reserved": 0}})"}));
  CHECK(why_not_judged(table, "F14") == "the trace has no GPU events");
  CHECK(why_not_judged(table, "F16") == "the trace has no GPU events");
}
