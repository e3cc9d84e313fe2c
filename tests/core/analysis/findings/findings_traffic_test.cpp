// The rules about copies and communication: pageable batches (F05), needless copies (F12), exposed
// communication (F17) and slow collectives (F19). Times are in µs.
#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/analysis/findings/findings_of.h"

using namespace lanescope;

namespace {

constexpr const char* kUp = "Memcpy HtoD (Pageable -> Device)";
constexpr const char* kPinnedUp = "Memcpy HtoD (Pinned -> Device)";
constexpr const char* kDown = "Memcpy DtoH (Device -> Pinned)";

std::string copied(int id, const std::string& way, int called, int ts, int dur, int bytes,
                   const std::string& device = "0") {
  const std::string link = R"("correlation": )" + std::to_string(id);
  return slice("cuda_runtime", "cudaMemcpyAsync", std::to_string(called), "1", link) + ",\n" +
         gpu_slice("gpu_memcpy", way, std::to_string(ts), std::to_string(dur),
                   link + R"(, "bytes": )" + std::to_string(bytes), "7", device);
}

const std::string kBatch = slice(
    "user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "0", "10");

/// A batch, its copy [14, 34), and a kernel [40, 114): 100 are judged.
std::vector<std::string> batch(const char* way) {
  return {kBatch, copied(1, way, 12, 14, 20, 80'000), launched("2", "35", "1", "a", "40", "74")};
}

}  // namespace

TEST_CASE("a batch copied from pageable memory costs what nothing computes beside it") {
  const FindingTable table = findings_of(HandMadeTrace(batch(kUp)));
  const Finding* finding = finding_of(table, "F05");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(20));
  CHECK(finding->low_pct == doctest::Approx(20));  // the kernel's 74 could hide it
  CHECK(finding->where.event != EventId::None);
  CHECK(finding->evidence[1].text.head == "1 copy, 78.12 KiB, 4.0 GB/s");
  CHECK(finding_of(table, "F11") == nullptr);  // says the same of other copies
}

TEST_CASE("copies that are pinned, hidden or no batches are not pageable batches") {
  CHECK(!finds(HandMadeTrace(batch(kPinnedUp)), "F05"));
  std::vector<std::string> hidden = batch(kUp);
  hidden.push_back(launched("3", "11", "1", "b", "14", "20", "", "8"));
  CHECK(!finds(HandMadeTrace(hidden), "F05"));
  std::vector<std::string> no_loader = batch(kUp);
  no_loader.erase(no_loader.begin());
  CHECK(!finds(HandMadeTrace(no_loader), "F05"));
  CHECK(finds(HandMadeTrace(no_loader), "F11"));
  // On another GPU, which does less.
  CHECK(!finds(HandMadeTrace({kBatch, copied(1, kUp, 12, 14, 20, 80'000, "1"),
                              launched("2", "35", "1", "a", "40", "74")}),
               "F05"));
  // A copy of no length exposes nothing.
  CHECK(!finds(HandMadeTrace({kBatch, copied(1, kUp, 12, 14, 0, 80'000),
                              launched("2", "35", "1", "a", "40", "74")}),
               "F05"));
}

TEST_CASE("pageable copies are held against pinned ones of their own direction") {
  // Up at 4 GB/s where pinned ones make 16, exposed for 40 of 200; down pinned ones make 80.
  const std::string gemm = launched("9", "1", "1", "a", "60", "140");
  const auto evidence = [&](const std::vector<std::string>& copies) {
    std::vector<std::string> events = copies;
    events.push_back(gemm);
    const FindingTable table = findings_of(HandMadeTrace(events));
    const Finding* finding = finding_of(table, "F11");
    REQUIRE(finding != nullptr);
    return std::pair(finding->evidence[0].text.head, finding->low_pct);
  };
  const std::string slow = copied(1, kUp, 0, 0, 40, 160'000);
  const auto other_way = evidence({slow, copied(2, kDown, 50, 70, 1, 80'000)});
  CHECK(other_way.first.find("of pinned ones") == std::string::npos);
  CHECK(other_way.second == 0);
  const auto same_way = evidence(
      {slow, copied(2, kDown, 50, 70, 1, 80'000), copied(3, kPinnedUp, 52, 80, 10, 160'000)});
  CHECK(same_way.first.find("4.0 GB/s vs. 16.0 GB/s for pinned copies") != std::string::npos);
  CHECK(same_way.second == doctest::Approx(15));  // three quarters of 40 of 200
}

namespace {

/// Steps of 100, each with a fill [2, 8), copies of 4 at 12 and 22, and a kernel [30, 90).
HandMadeTrace steps_with(int steps, const char* first, const char* second, int bytes = 4000) {
  std::vector<std::string> events;
  for (int i = 0; i < steps; ++i) {
    const int at = 100 * i, id = 10 * i;
    const auto time = [at](int after) { return std::to_string(at + after); };
    events.push_back(slice("user_annotation", "ProfilerStep#" + std::to_string(i), time(0), "100"));
    events.push_back(gpu_slice("gpu_memset", "Memset (Device)", time(2), "6"));
    events.push_back(slice("cpu_op", "aten::to", time(10), "15"));
    events.push_back(copied(id + 1, first, at + 11, at + 12, 4, bytes));
    if (second != nullptr) events.push_back(copied(id + 2, second, at + 20, at + 22, 4, bytes));
    events.push_back(launched(std::to_string(id + 3), time(27), "1", "a", time(30), "60"));
  }
  return HandMadeTrace(events);
}

}  // namespace

TEST_CASE("what is uploaded more than once in every step is needless") {
  // 2 of 4 in each step of 100.
  const HandMadeTrace trace = steps_with(2, kPinnedUp, kPinnedUp);
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F12");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(8));
  CHECK(finding->low_pct == 0);
  CHECK(trace->text(finding->where.name) == "aten::to");
  CHECK(finding->evidence[0].text.tail ==
        " uploads 3.906 KiB 2 times per step, 8.000 µs per step (8.0 %)");
  // Once a step is a batch; one step tells nothing.
  CHECK(!finds(steps_with(2, kPinnedUp, nullptr), "F12"));
  CHECK(!finds(steps_with(1, kPinnedUp, kPinnedUp), "F12"));
  CHECK(!finds(steps_with(2, kPinnedUp, kPinnedUp), "F12", "finding_floor=9%"));
}

TEST_CASE("small copies are needless when there are many, and count once") {
  // More than 1 in a step is many here: the same 8 of 100 as uploads that are repeated.
  CHECK(most_of(steps_with(2, kPinnedUp, kPinnedUp), "F12", "many_small_copies=1") ==
        doctest::Approx(8));
  const FindingTable table = findings_of(steps_with(2, kDown, kDown), "many_small_copies=1");
  REQUIRE(finding_of(table, "F12") != nullptr);
  CHECK(finding_of(table, "F12")->where.event != EventId::None);
  // Downloads are never repeated uploads. 4,000 bytes are small up to a limit of 4,000.
  CHECK(!finds(steps_with(2, kDown, kDown), "F12"));
  CHECK(most_of(steps_with(2, kDown, kDown), "F12", "many_small_copies=1") == doctest::Approx(8));
  CHECK(!finds(steps_with(2, kDown, kDown), "F12", "many_small_copies=2"));
  CHECK(!finds(steps_with(2, kDown, kDown, 65'536), "F12", "many_small_copies=1"));
  CHECK(finds(steps_with(2, kDown, kDown, 65'535), "F12", "many_small_copies=1"));
}

TEST_CASE("what goes to the host and back in one step is needless, both ways") {
  const HandMadeTrace trace = steps_with(2, kDown, kPinnedUp);
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F12");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(8));
  CHECK(finding->evidence[0].text.head ==
        "3.906 KiB goes to the host and back in the same step, once per step");
  CHECK(finding->where.event != EventId::None);
  CHECK(!finds(steps_with(2, kPinnedUp, kDown), "F12"));  // up first: nothing came back
}

TEST_CASE("copies whose sizes can not be read are not judged") {
  const HandMadeTrace trace = steps_with(2, kPinnedUp, kPinnedUp);
  const FindingTable table = analyse_findings({*trace, whole_window(), ReadEvent{}});
  CHECK(why_not_judged(table, "F12") == "copy sizes could not be read");
}

namespace {

std::string collective(int ts, int dur, bool sized = true, const std::string& device = "0") {
  const std::string args =
      R"("Collective name": "allreduce", "dtype": "Float", "In msg nelems": 1000, )"
      R"("Out msg nelems": 1000, "Group size": 4, "Process Group Name": "0")";
  return gpu_slice("kernel", "ncclDevKernel_AllReduce", std::to_string(ts), std::to_string(dur),
                   sized ? args : "", "9", device);
}

std::string gemm(int ts, int dur) {
  return gpu_slice("kernel", "gemm", std::to_string(ts), std::to_string(dur));
}

}  // namespace

TEST_CASE("communication that nothing hides is told above 10 % of the time") {
  // 5 and 15 of 100. As fast as the shorter, both would take 10.
  const HandMadeTrace trace({gemm(0, 80), collective(80, 5), collective(85, 15)});
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F17");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(20));
  CHECK(finding->low_pct == doctest::Approx(10));
  CHECK(finding->title == "Exposed communication: 20 % of the time");
  CHECK(finding->where.event != EventId::None);
  CHECK(!finds(HandMadeTrace({gemm(0, 90), collective(90, 10)}), "F17"));  // 10 % is not above
  CHECK(finds(HandMadeTrace({gemm(0, 89), collective(89, 11)}), "F17"));
  CHECK(!finds(trace, "F17", "exposed_communication=20%"));
}

TEST_CASE("a small message that takes long waits for other ranks, and less data would not help") {
  // 4,000 B in 300 µs each, of 1,000 µs.
  const FindingTable waits =
      findings_of(HandMadeTrace({gemm(0, 400), collective(400, 300), collective(700, 300)}));
  const Finding* waiting = finding_of(waits, "F17");
  REQUIRE(waiting != nullptr);
  CHECK(waiting->evidence.back().text.head ==
        "allreduce of 3.906 KiB among 4 ranks: 2 times, exposed for 600.0 µs (60 %), 300.0 µs "
        "each, so it mostly waits for other ranks");
  CHECK(waiting->fix.find("delays the other ranks") != std::string::npos);
  CHECK(waiting->fix.find("bf16") == std::string::npos);
  CHECK(waiting->low_pct == 0);  // the transfer, which is all that can certainly be hidden
  // 90 µs each are latency: few calls are better, but nobody is late.
  const FindingTable sends =
      findings_of(HandMadeTrace({gemm(0, 400), collective(400, 90), collective(490, 90)}));
  const Finding* sending = finding_of(sends, "F17");
  REQUIRE(sending != nullptr);
  CHECK(sending->evidence.back().text.head.ends_with(", 90.00 µs each"));
  CHECK(sending->fix.find("bf16") != std::string::npos);
}

TEST_CASE("a collective that only its kernel names is told by that, to be shortened") {
  const HandMadeTrace trace(
      {gemm(0, 80), gpu_slice("kernel", "void ep::nccl_combine<4>(int*, int)", "80", "20")});
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F17");
  REQUIRE(finding != nullptr);
  const FindingText& text = finding->evidence.back().text;
  CHECK(text.head.empty());
  CHECK(trace->text(text.name) == "void ep::nccl_combine<4>(int*, int)");
  CHECK(text.tail == ": once, exposed for 20.00 µs (20 %)");
}

TEST_CASE("a slow transfer of a large message is told with the bandwidth it has") {
  const auto rate = [](const std::string& elements) {
    const std::string args =
        R"("Collective name": "allreduce", "dtype": "Float", "Group size": 2, )"
        R"("In msg nelems": )" +
        elements + R"(, "Out msg nelems": )" + elements;
    const FindingTable table =
        findings_of(HandMadeTrace({gemm(0, 100'000), gpu_slice("kernel", "ncclDevKernel_AllReduce",
                                                               "100000", "100000", args)}));
    const Finding* finding = finding_of(table, "F17");
    REQUIRE(finding != nullptr);
    return finding->evidence.back().text.head;
  };
  CHECK(rate("1000000").ends_with(", bus bandwidth 0.04 GB/s"));
  CHECK(rate("100000000").ends_with(", bus bandwidth 4.0 GB/s"));
}

TEST_CASE("no more can be hidden than is computed") {
  // 90 of 100 are exposed, 10 compute.
  const FindingTable table = findings_of(HandMadeTrace({gemm(0, 10), collective(10, 90)}));
  const Finding* finding = finding_of(table, "F17");
  REQUIRE(finding != nullptr);
  CHECK(finding->low_pct == doctest::Approx(10));
  CHECK(finding->high_pct == doctest::Approx(90));
}

TEST_CASE("hidden communication, none at all and that of an idler GPU is no finding") {
  CHECK(!finds(HandMadeTrace({gemm(0, 100), collective(50, 40)}), "F17"));
  CHECK(!finds(HandMadeTrace({gemm(0, 100)}), "F17"));
  CHECK(!finds(HandMadeTrace({gemm(0, 100), collective(100, 0)}), "F17"));
  CHECK(!finds(HandMadeTrace({gemm(0, 100), collective(0, 90, true, "1")}), "F17"));
}

TEST_CASE("without a GPU the collectives of the host are judged") {
  const auto host = [](const std::string& comm_end) {
    return HandMadeTrace({
        slice("cpu_op", "aten::mm", "0", "30"),
        slice("user_annotation", "gloo:all_reduce", "20", comm_end, "", "1", "2"),
        slice("user_annotation", "gloo:all_reduce", "80", "10", "", "1", "2"),
        slice("cpu_op", "aten::add", "90", "10"),
    });
  };
  // 40 and 10 of 100, 10 of them beside aten::mm. As fast as the shorter, 20 of the 50 and so 16 of
  // the 40 that are exposed would do; there is computing for 30 that nothing runs beside.
  const FindingTable table = findings_of(host("40"));
  const Finding* finding = finding_of(table, "F17");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "Exposed communication: 40 % of the time");
  CHECK(finding->high_pct == doctest::Approx(40));
  CHECK(finding->low_pct == doctest::Approx(16));
  CHECK(finding->where.event != EventId::None);
  CHECK(finding->evidence[1].text.tail ==
        ": 2 times, 25.00 µs on average, 10.00 µs min, 40.00 µs max");
  CHECK(!finds(host("10"), "F17"));  // only the second is exposed: 10 % is not above
  // Those of NCCL end when they are launched.
  for (const char* const other : {"aten::add", "nccl:all_reduce"}) {
    const FindingTable none = findings_of(HandMadeTrace(
        {slice("cpu_op", "aten::mm", "0", "30"), slice("user_annotation", other, "30", "60")}));
    CHECK(why_not_judged(none, "F17") == "the trace has no GPU events");
  }
}

TEST_CASE("collectives below half the best rate of their size are slow") {
  // 2 and 10 for the same bytes: on average a third of the best rate. Of the 12 that are exposed a
  // third would be enough.
  const auto two = [](int second) {
    return HandMadeTrace({collective(0, 2), collective(10, second), gemm(20, 80)});
  };
  const FindingTable table = findings_of(two(10));
  const Finding* finding = finding_of(table, "F19");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(8));
  CHECK(finding->low_pct == 0);
  // 4,000 bytes, 1.5 times on the bus: 1 GB/s over all, 3 GB/s at best.
  CHECK(finding->evidence[0].text.head ==
        "allreduce of 3.906 KiB among 4 ranks: 1.0 GB/s over 2 calls, best 3.0 GB/s");
  CHECK(!finds(two(6), "F19"));  // exactly half
  CHECK(finds(two(7), "F19"));
  CHECK(!finds(two(10), "F19", "slow_collective=33%"));
}

TEST_CASE("slow collectives need sizes, and more than one of a size") {
  const FindingTable unsized = findings_of(
      HandMadeTrace({collective(0, 2, false), collective(10, 10, false), gemm(20, 80)}));
  CHECK(why_not_judged(unsized, "F19") == "the trace has no message sizes of collectives");
  CHECK(!finds(HandMadeTrace({collective(0, 20), gemm(20, 80)}), "F19"));
  const FindingTable none = findings_of(HandMadeTrace({gemm(0, 100)}));
  CHECK(finding_of(none, "F19") == nullptr);
  CHECK(why_not_judged(none, "F19").empty());
}
