// The rule about samples of threads (F28). Times are in µs; without a period in the file,
// samples count as 5 ms apart.
#include <doctest/doctest.h>

#include "tests/core/analysis/findings/findings_of.h"

using namespace lanescope;

namespace {

constexpr const char* kMain = "train.py(1): main";

/// A second of the main thread in which main() is at line 3.
std::vector<std::string> program(const std::vector<std::string>& states) {
  std::vector<std::string> events = {slice("python_sample", kMain, "0", "1000000"),
                                     slice("python_line", "train.py:3", "0", "1000000")};
  events.insert(events.end(), states.begin(), states.end());
  return events;
}

std::string says(const HandMadeTrace& trace, const Finding& finding) {
  std::string all;
  for (const FindingEvidence& one : finding.evidence)
    all += one.text.head + std::string(trace->text(one.text.name)) + one.text.tail + "\n";
  return all;
}

}  // namespace

TEST_CASE("a main thread that sleeps is a finding, at the line that sleeps") {
  const HandMadeTrace trace(
      program({slice("thread_state", "running", "0", "700000"),
               slice("thread_state", "clock_nanosleep", "700000", "300000")}));
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "The main thread sleeps");
  CHECK(finding->high_pct == doctest::Approx(30));
  CHECK(trace->text(finding->where.name) == "train.py:3");
  CHECK(says(trace, *finding).find("clock_nanosleep") != std::string::npos);
  CHECK_FALSE(finds(trace, "F28", "sampled_wait=40%"));
}

TEST_CASE("an idle event loop is no finding, waiting for a socket is one") {
  const auto waiting = [](const char* state) {
    return HandMadeTrace(program({slice("thread_state", "running", "0", "200000"),
                                  slice("thread_state", state, "200000", "800000")}));
  };
  CHECK_FALSE(finds(waiting("event loop is idle"), "F28"));
  CHECK(finds(waiting("epoll_wait"), "F28"));
}

TEST_CASE("a hot Python function is a finding, native code without the GIL is none") {
  const HandMadeTrace python(program({slice("thread_state", "running · GIL", "0", "600000"),
                                      slice("thread_state", "running", "600000", "400000")}));
  const FindingTable table = findings_of(python);
  const Finding* finding = finding_of(table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(60));
  CHECK(python->text(finding->where.name) == kMain);
  CHECK(says(python, *finding).find("train.py:3") != std::string::npos);
  const HandMadeTrace native(program({slice("thread_state", "running · GIL", "0", "200000"),
                                      slice("thread_state", "running", "200000", "800000")}));
  CHECK_FALSE(finds(native, "F28"));
}

TEST_CASE("who holds the GIL is named while the main thread waits for it") {
  std::vector<std::string> events =
      program({slice("thread_state", "running", "0", "500000"),
               slice("thread_state", "waiting for the GIL", "500000", "500000")});
  events.push_back(slice("python_sample", "hog.py(4): hog", "0", "1000000", "", "1", "2"));
  events.push_back(slice("python_line", "hog.py:6", "0", "1000000", "", "1", "2"));
  events.push_back(slice("thread_state", "running", "0", "700000", "", "1", "2"));
  events.push_back(slice("thread_state", "running · GIL", "700000", "300000", "", "1", "2"));
  const HandMadeTrace trace(events);
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "The main thread waits for the GIL");
  CHECK(trace->text(finding->where.name) == "hog.py:6");
}

TEST_CASE("few samples are not judged, and with GPU work no wait that costs no GPU time") {
  const HandMadeTrace brief({slice("python_sample", kMain, "0", "200000"),
                             slice("thread_state", "clock_nanosleep", "0", "200000")});
  const FindingTable table = findings_of(brief);
  CHECK(finding_of(table, "F28") == nullptr);
  CHECK(why_not_judged(table, "F28") == "the main thread has too few samples");
  std::vector<std::string> events =
      program({slice("thread_state", "clock_nanosleep", "0", "1000000")});
  events.push_back(gpu_slice("kernel", "gemm", "0", "1000000"));
  CHECK_FALSE(finds(HandMadeTrace(events), "F28"));
}

TEST_CASE("a single thread that waits for a CPU is held up by other processes") {
  const HandMadeTrace trace(program({slice("thread_state", "running", "0", "700000"),
                                     slice("thread_state", "runnable", "700000", "300000")}));
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "The main thread waits for a CPU");
  CHECK(finding->informational);
  CHECK(finding->fix.starts_with("Other processes used the CPUs"));
}

TEST_CASE(
    "while other programs have most CPUs, threads of the program are not told to be too many") {
  std::vector<std::string> events =
      program({slice("thread_state", "running", "0", "500000"),
               slice("thread_state", "waiting for a CPU", "500000", "500000")});
  events.push_back(slice("thread_state", "running", "0", "1000000", "", "1", "2"));
  const auto finding_with = [&](const std::string& cpus) {
    const HandMadeTrace trace(events, cpus);
    const FindingTable table = findings_of(trace);
    const Finding* finding = finding_of(table, "F28");
    REQUIRE(finding != nullptr);
    CHECK(finding->title == "The main thread waits for a CPU");
    return *finding;
  };
  // One of the two runs the other thread, and one is not the program's.
  CHECK(finding_with(R"(, "capture": {"cpus": 2})").informational);
  CHECK_FALSE(finding_with(R"(, "capture": {"cpus": 1})").informational);
  CHECK_FALSE(finding_with("").informational);
}

TEST_CASE("a main thread that waits for a CPU is a finding, with how many threads compete") {
  std::vector<std::string> events =
      program({slice("thread_state", "running", "0", "700000"),
               slice("thread_state", "runnable", "700000", "300000")});
  events.push_back(slice("thread_state", "running", "0", "1000000", "", "1", "2"));
  const HandMadeTrace trace(events);
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "The main thread waits for a CPU");
  CHECK(finding->high_pct == doctest::Approx(30));
  CHECK(
      says(trace, *finding).find("2.0 of the 2 sampled threads could use a CPU, and 1.7 had one") !=
      std::string::npos);
}

TEST_CASE("without context switches nobody says that a function ran") {
  const HandMadeTrace trace(program({slice("thread_state", "running · GIL", "0", "1000000")}));
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->confidence == Confidence::Low);
  CHECK(says(trace, *finding).find("itself runs or waits for a CPU for 1.000 s") !=
        std::string::npos);
  CHECK(says(trace, *finding).find("CPU time is unknown") != std::string::npos);
  CHECK(finding->fix.starts_with("Record again with --native on"));
}

TEST_CASE("a hot function stays one while other programs have the CPUs, for what it runs itself") {
  const HandMadeTrace trace(
      program({slice("thread_state", "clock_nanosleep", "0", "100000"),
               slice("thread_state", "running · GIL", "100000", "200000"),
               slice("thread_state", "waiting for a CPU · GIL", "300000", "700000")}));
  const FindingTable table = findings_of(trace);
  const auto hot = std::ranges::find(
      table.findings, "Most CPU time is spent in one Python function", &Finding::title);
  REQUIRE(hot != table.findings.end());
  // The wait for a CPU is told on its own: what findings promise does not overlap.
  CHECK(hot->high_pct == doctest::Approx(20));
  CHECK(hot->confidence == Confidence::Medium);
  double all_pct = 0;
  for (const Finding& finding : table.findings) all_pct += finding.high_pct;
  CHECK(all_pct == doctest::Approx(90));
  CHECK(says(trace, *hot).find("itself runs for 200.0 ms with the GIL held (20 % of") !=
        std::string::npos);
  CHECK(says(trace, *hot).find("waits for a CPU there for 700.0 ms") != std::string::npos);
}

TEST_CASE("a function that is called between long sleeps is not hot because it waits for a CPU") {
  const HandMadeTrace trace(
      program({slice("thread_state", "clock_nanosleep", "0", "400000"),
               slice("thread_state", "running · GIL", "400000", "150000"),
               slice("thread_state", "waiting for a CPU · GIL", "550000", "450000")}));
  for (const Finding& finding : findings_of(trace).findings)
    CHECK(finding.title.find("Python function") == std::string::npos);
}

TEST_CASE("who works while the main thread waits for a lock is named") {
  std::vector<std::string> events = {slice("python_sample", kMain, "0", "1000000"),
                                     slice("python_line", "train.py:3", "0", "1000000"),
                                     slice("thread_state", "running", "0", "300000"),
                                     slice("thread_state", "futex", "300000", "700000")};
  events.push_back(slice("python_sample", "save.py(4): save", "0", "1000000", "", "1", "2"));
  events.push_back(slice("python_line", "save.py:7", "0", "1000000", "", "1", "2"));
  events.push_back(slice("thread_state", "clock_nanosleep", "0", "1000000", "", "1", "2"));
  const HandMadeTrace trace(events);
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "The main thread waits for a lock");
  CHECK(says(trace, *finding).find("works, sleeps or reads for 700.0 ms of 700.0 ms") !=
        std::string::npos);
  CHECK(says(trace, *finding).find("The lock may be held at save.py:7: that thread is there") !=
        std::string::npos);
}

TEST_CASE("of two threads that hold the GIL for as long both are named, and the place is theirs") {
  std::vector<std::string> events =
      program({slice("thread_state", "running", "0", "100000"),
               slice("thread_state", "waiting for the GIL", "100000", "900000")});
  for (const char* thread : {"2", "3"}) {
    const std::string begin = thread[0] == '2' ? "0" : "500000";
    events.push_back(slice("python_sample", "hog.py(4): hog", "0", "1000000", "", "1", thread));
    events.push_back(slice("python_line", "hog.py:6", "0", "1000000", "", "1", thread));
    events.push_back(slice("thread_state", "running · GIL", begin, "500000", "", "1", thread));
  }
  const HandMadeTrace trace(events);
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(trace->text(finding->where.name) == "hog.py:6");
  // Of the 500 ms of the other one, those before the wait do not count.
  CHECK(says(trace, *finding).find("It is also held by thread 2 for 400.0 ms") !=
        std::string::npos);
  CHECK(says(trace, *finding).find("While it waits, the GIL is held by thread 3 for 500.0 ms") !=
        std::string::npos);
}
