#include "core/ranks/rank_collectives.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

RankCollectives collectives_of(const HandMadeTrace& trace,
                               const AnalysisWindow& window = whole_window()) {
  const AnalysisResults results(*trace, window, [&](EventId event) { return trace.json(event); });
  return rank_collectives({4, results});
}

std::string kernel(const std::string& ts, const std::string& args, const std::string& stream = "20",
                   const std::string& device = "0") {
  return gpu_slice("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)", ts, "5", args,
                   stream, device);
}

std::string described(const std::string& name, const std::string& more) {
  return R"("Collective name": ")" + name +
         R"(", "dtype": "Float", "In msg nelems": 10, "Out msg nelems": 10, "Group size": 2, )" +
         R"("Process Group Name": "0", "Process Group Ranks": "[0, 1]")" + more;
}

}  // namespace

TEST_CASE("the family of a kernel's name leaves out what may differ between ranks") {
  CHECK(collective_family("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)") == "AllReduce");
  CHECK(collective_family("ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)") == "AllReduce");
  CHECK(collective_family("ncclDevKernel_SendRecv(ncclDevComm*)") == "SendRecv");
  CHECK(collective_family("void multimem_all_reduce_kernel<c10::BFloat16, 8>(int)") ==
        "multimem_all_reduce_kernel");
  CHECK(collective_family("").empty());
}

TEST_CASE("sequence numbers are taken where kernels have them") {
  const RankCollectives found =
      collectives_of(HandMadeTrace({kernel("10", described("allreduce", R"(, "Seq": 41)")),
                                    kernel("0", described("allreduce", R"(, "Seq": 40)")),
                                    kernel("20", described("broadcast", R"(, "Seq": 41)"))}));
  CHECK(found.rank == 4);
  CHECK(found.arguments_read);
  REQUIRE(found.groups.size() == 1);
  CHECK(found.groups[0].has_sequence);
  CHECK(found.groups[0].name == "0");
  CHECK(found.groups[0].ranks == "[0, 1]");
  REQUIRE(found.collectives.size() == 3);
  CHECK(found.collectives[0].index == 40);
  CHECK(found.collectives[1].index == 41);
  CHECK(found.collectives[1].repeat == 0);
  CHECK(found.collectives[2].repeat == 1);
  CHECK(found.kinds[found.collectives[2].kind] == "broadcast");
  CHECK(found.collectives[0].bytes == 40);
  CHECK(*found.collectives[0].bus_factor == doctest::Approx(1));
}

TEST_CASE("without sequence numbers collectives of a group and kind are counted") {
  const RankCollectives found = collectives_of(HandMadeTrace(
      {kernel("0", described("allreduce", "")), kernel("10", described("broadcast", "")),
       kernel("20", described("allreduce", ""))}));
  REQUIRE(found.groups.size() == 2);
  CHECK(found.groups[0].name == "0 · allreduce");
  CHECK(found.collectives[1].index == 0);
  CHECK(found.collectives[2].index == 1);
}

TEST_CASE("without arguments they are counted by family and stream, in time order") {
  const RankCollectives found = collectives_of(HandMadeTrace(
      {kernel("20", "", "20"), kernel("0", "", "20"), kernel("10", "", "24"),
       gpu_slice("kernel", "gemm", "30", "1"), gpu_slice("gpu_memcpy", "Memcpy HtoD", "31", "1")}));
  REQUIRE(found.groups.size() == 2);
  CHECK(found.groups[0].name == "AllReduce");
  CHECK(found.groups[0].stream != found.groups[1].stream);
  REQUIRE(found.collectives.size() == 3);
  CHECK(found.collectives[0].range.begin_ns == 0);
  CHECK(found.collectives[0].index == 0);
  CHECK(found.collectives[2].range == TimeRange{20'000, 25'000});
  CHECK(found.collectives[2].index == 1);
}

TEST_CASE("messages are counted between their two ranks, whatever their sequence number") {
  const std::string to = R"(, "Seq": 3, "Src Rank": 0, "Dst Rank": 1)";
  const std::string from = R"(, "Seq": 4, "Src Rank": 1, "Dst Rank": 0)";
  const RankCollectives found = collectives_of(
      HandMadeTrace({kernel("0", described("send", to)), kernel("10", described("recv", from)),
                     kernel("20", described("send", to))}));
  REQUIRE(found.groups.size() == 2);
  CHECK(!found.groups[0].has_sequence);
  CHECK(found.groups[0].name == "0 · message 0 to 1");
  CHECK(found.collectives[2].index == 1);
}

TEST_CASE("devices of one process are groups of their own, without those that do not communicate") {
  const RankCollectives found =
      collectives_of(HandMadeTrace({gpu_slice("kernel", "gemm", "0", "1", "", "7", "2"),
                                    kernel("0", "", "20", "3"), kernel("1", "", "20", "5")}));
  REQUIRE(found.groups.size() == 2);
  CHECK(found.groups[0].device == 0);
  CHECK(found.groups[1].device == 1);
  CHECK(found.collectives[1].device == 5);
}

TEST_CASE("collectives outside the window are there and do not count") {
  const HandMadeTrace trace({kernel("0", ""), kernel("10", "")});
  const RankCollectives found = collectives_of(trace, range_window({5'000, 20'000}));
  REQUIRE(found.collectives.size() == 2);
  CHECK(!found.collectives[0].counts);
  CHECK(found.collectives[1].counts);
}

TEST_CASE("without GPU events the collectives on the host count, in the order of their calls") {
  // gloo runs them on several threads.
  const auto on_host = [](const char* name, const char* ts, const char* tid) {
    return slice("user_annotation", name, ts, "5", "", "1", tid);
  };
  const RankCollectives found = collectives_of(
      HandMadeTrace({on_host("gloo:all_reduce", "10", "2"), on_host("gloo:all_reduce", "30", "2"),
                     on_host("gloo:all_reduce", "20", "3"), on_host("gloo:broadcast", "25", "3"),
                     slice("cpu_op", "c10d::allreduce_", "9", "2")}));
  CHECK(found.on_host());
  REQUIRE(found.groups.size() == 2);
  CHECK(found.groups[0].name == "gloo:all_reduce");
  CHECK(found.groups[0].stream == -1);
  REQUIRE(found.collectives.size() == 4);
  CHECK(found.collectives[1].range == TimeRange{20'000, 25'000});
  CHECK(found.collectives[1].index == 1);
  CHECK(found.collectives[2].index == 0);  // the broadcast
  CHECK(found.collectives[3].index == 2);
}

TEST_CASE("beside GPU work the collectives on the host are not the run's") {
  CHECK(collectives_of(HandMadeTrace({gpu_slice("kernel", "gemm", "0", "1"),
                                      slice("user_annotation", "gloo:all_reduce", "0", "5")}))
            .collectives.empty());
  CHECK(collectives_of(HandMadeTrace({slice("cpu_op", "aten::mm", "0", "5")})).collectives.empty());
}
