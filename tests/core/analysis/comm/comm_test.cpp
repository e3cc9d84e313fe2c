#include "core/analysis/comm/comm.h"

#include <doctest/doctest.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

CommTable comm_of(const HandMadeTrace& trace, const AnalysisWindow& window = whole_window()) {
  return analyse_comm({*trace, window, [&](EventId event) { return trace.json(event); }});
}

std::string arguments(const std::string& name, const std::string& elements,
                      const std::string& ranks = "4") {
  return R"("Collective name": ")" + name + R"(", "dtype": "Float", "In msg nelems": )" + elements +
         R"(, "Out msg nelems": )" + elements + R"(, "Group size": )" + ranks +
         R"(, "Process Group Name": "0")";
}

std::string collective(const std::string& ts, const std::string& dur, const std::string& args = "",
                       const std::string& stream = "9", const std::string& device = "0") {
  return gpu_slice("kernel", "ncclDevKernel_X", ts, dur, args, stream, device);
}

}  // namespace

TEST_CASE("collectives of one kind, group, type and size are one row with its bandwidths") {
  const HandMadeTrace trace({
      collective("0", "4", arguments("allreduce", "1000")),
      collective("10", "12", arguments("allreduce", "1000")),
      collective("30", "2", arguments("allreduce", "500")),
      collective("40", "1", arguments("all_to_allv", "1000", "2")),
      collective("50", "1", arguments("barrier", "1")),
  });
  const CommTable found = comm_of(trace);
  REQUIRE(found.devices.size() == 1);
  const auto& rows = found.devices[0].rows;
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].collective.name == "allreduce");
  CHECK(rows[0].count == 2);
  CHECK(rows[0].total_ns == 16'000);
  CHECK(rows[0].min_ns == 4'000);
  CHECK(*rows[0].algorithm_gb_per_s == doctest::Approx(0.5));
  CHECK(*rows[0].bus_gb_per_s == doctest::Approx(0.75));
  CHECK(*rows[0].best_bus_gb_per_s == doctest::Approx(1.5));
  CHECK(*rows[1].bus_gb_per_s == doctest::Approx(1.5));
  // Of two ranks each keeps half of an all-to-all where it is.
  CHECK(rows[2].collective.name == "all_to_allv");
  CHECK(*rows[2].algorithm_gb_per_s == doctest::Approx(4));
  CHECK(*rows[2].bus_gb_per_s == doctest::Approx(2));
  CHECK(!rows[3].bus_gb_per_s);
}

TEST_CASE("what a collective exposes counts once, for the one that began first") {
  const HandMadeTrace trace({
      gpu_slice("kernel", "gemm", "4", "4"),
      collective("0", "10", arguments("allreduce", "1")),
      collective("6", "10", arguments("broadcast", "1"), "10"),
      gpu_slice("gpu_memcpy", "Memcpy DtoD", "14", "6", "", "11"),
      collective("30", "0", arguments("allgather", "1")),
  });
  const CommDevice device = comm_of(trace).devices.at(0);
  CHECK(device.total_ns == 16'000);
  CHECK(device.exposed_ns == 12'000);
  CHECK(device.with_compute_ns == 4'000);
  CHECK(device.with_memory_ns == 2'000);
  CHECK(device.concurrent_ns == 4'000);
  CHECK(*device.overlap_pct() == doctest::Approx(25));
  REQUIRE(device.rows.size() == 3);
  CHECK(device.rows[0].collective.name == "allreduce");
  CHECK(device.rows[0].exposed_ns == 6'000);
  CHECK(device.rows[1].exposed_ns == 6'000);
  CHECK(device.rows[2].exposed_ns == 0);
  CHECK(!device.rows[2].bus_gb_per_s);
}

TEST_CASE("exposed communication is given for each step, clipped to it") {
  const HandMadeTrace trace({
      slice("user_annotation", "ProfilerStep#1", "0", "10"),
      slice("user_annotation", "ProfilerStep#2", "10", "10"),
      collective("8", "4"),
      gpu_slice("kernel", "gemm", "11", "5"),
  });
  const CommDevice device = comm_of(trace).devices.at(0);
  REQUIRE(device.steps.size() == 2);
  CHECK(device.steps[0].exposed_ns == 2'000);
  CHECK(device.steps[1].comm_ns == 2'000);
  CHECK(device.steps[1].exposed_ns == 1'000);
  const CommDevice part = comm_of(trace, range_window({9'000, 12'000})).devices.at(0);
  CHECK(part.total_ns == 3'000);
  CHECK(part.exposed_ns == 2'000);
}

TEST_CASE("older kernels have the arguments of their operator, or none but their name") {
  const HandMadeTrace trace({
      slice("cpu_op", "record_param_comms", "0", "10", arguments("allreduce", "100", "2")),
      slice("cpu_op", "nccl:all_reduce", "1", "8"),
      slice("cuda_runtime", "cudaLaunchKernel", "2", "1", R"("correlation": 1)"),
      collective("20", "1", R"("correlation": 1)"),
      collective("30", "1"),
  });
  const auto rows = comm_of(trace).devices.at(0).rows;
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].collective.name == "allreduce");
  CHECK(rows[0].collective.bytes == 400);
  CHECK(rows[1].collective.name == "ncclDevKernel_X");
  CHECK(!rows[1].has_arguments);
}

TEST_CASE("no text is read for collectives where no event of the file describes one") {
  const HandMadeTrace trace({
      slice("cpu_op", "record_param_comms", "0", "10"),
      slice("cuda_runtime", "cudaLaunchKernel", "2", "1", R"("correlation": 1)"),
      collective("20", "1", R"("correlation": 1)"),
  });
  int texts = 0;
  const ReadEvent read([&](EventId event) {
    ++texts;
    return trace.json(event);
  });
  const CommTable found = analyse_comm({*trace, whole_window(), read});
  CHECK(texts == 0);
  CHECK(found.devices.at(0).rows.at(0).collective.name == "ncclDevKernel_X");
  CHECK(!found.devices[0].rows[0].has_arguments);
}

TEST_CASE("kernels that run longer beside collectives are found when there are enough of both") {
  std::vector<std::string> events;
  for (int i = 0; i < 5; ++i) {
    const std::string at = std::to_string(i * 100);
    const std::string later = std::to_string(i * 100 + 50);
    events.push_back(gpu_slice("kernel", "gemm", at, "3"));
    events.push_back(gpu_slice("kernel", "gemm", later, "2"));
    events.push_back(collective(at, "10"));
    if (i < 4) events.push_back(gpu_slice("kernel", "rare", at, "9", "", "8"));
    // Not slowed down: 1 µs beside, 2 µs alone; and as long in both.
    events.push_back(gpu_slice("kernel", "faster", at, "1", "", "10"));
    events.push_back(gpu_slice("kernel", "faster", later, "2", "", "10"));
    events.push_back(gpu_slice("kernel", "same", at, "1", "", "11"));
    events.push_back(gpu_slice("kernel", "same", later, "1", "", "11"));
  }
  const HandMadeTrace trace(events);
  const CommDevice device = comm_of(trace).devices.at(0);
  REQUIRE(device.slowed.size() == 1);
  CHECK(device.slowed[0].beside == 5);
  CHECK(device.slowed[0].mean_beside_ns == doctest::Approx(3'000));
  CHECK(device.slowed[0].mean_alone_ns == doctest::Approx(2'000));
  CHECK(device.slowed[0].extra_ns() == doctest::Approx(5'000));
}

TEST_CASE("kernels that are slowed down by as much come in the order of their names") {
  std::vector<std::string> events;
  for (int i = 0; i < 8; ++i) {
    const std::string at = std::to_string(100 * i), later = std::to_string(100 * i + 50);
    events.push_back(collective(at, "10"));
    const std::vector<std::string> names = {"d", "b", "a", "c"};
    for (std::size_t n = 0; n < names.size(); ++n) {
      const std::string stream = std::to_string(10 + n);
      events.push_back(gpu_slice("kernel", names[n], at, "3", "", stream));
      events.push_back(gpu_slice("kernel", names[n], later, "2", "", stream));
    }
  }
  const HandMadeTrace trace(events);
  const CommDevice device = comm_of(trace).devices.at(0);
  std::string names;
  for (const SlowedKernel& kernel : device.slowed) names += trace->text(kernel.name);
  CHECK(names == "abcd");
}

TEST_CASE("devices do not mix, and one that does not communicate is left out") {
  const HandMadeTrace trace({
      collective("0", "5", "", "9", "0"),
      gpu_slice("kernel", "gemm", "0", "5", "", "7", "1"),
      gpu_slice("kernel", "gemm", "0", "5", "", "7", "2"),
      collective("2", "5", "", "9", "2"),
  });
  const CommTable found = comm_of(trace);
  REQUIRE(found.devices.size() == 2);
  CHECK(found.devices[0].exposed_ns == 5'000);
  CHECK(found.devices[1].device == 2);
  CHECK(found.devices[1].exposed_ns == 2'000);
  CHECK(!analyse_comm({*trace, whole_window(), {}}).arguments_read);
}

TEST_CASE("a kernel that names its collective communicates, whatever its own name says") {
  const HandMadeTrace trace({
      gpu_slice("kernel", "my_fused_exchange", "0", "4", arguments("allreduce", "1000")),
      gpu_slice("kernel", "my_fused_exchange", "10", "4"),
      gpu_slice("kernel", "gemm", "20", "8", R"("Collective name": "")"),
  });
  const CommTable found = comm_of(trace);
  REQUIRE(found.devices.size() == 1);
  REQUIRE(!found.devices[0].rows.empty());
  CHECK(found.devices[0].rows[0].collective.name == "allreduce");
  const GpuTime time = analyse_gpu_time(*trace, whole_window());
  CHECK(time.devices[0].exposed_comm_ns == 8'000);
}

TEST_CASE("the slowest calls are listed, by NCCL's NVTX ranges where kernels have no arguments") {
  const auto range = [](const char* name, const char* ts, const char* dur, const char* args = "") {
    return slice("user_annotation", name, ts, dur, args);
  };
  const auto launch = [](const char* ts, const char* id) {
    return slice("cuda_runtime", "cudaLaunchKernelExC", ts, "1",
                 R"("correlation": )" + std::string(id));
  };
  const HandMadeTrace trace({
      range("ncclAllReduce", "0", "5", R"("Message size [bytes]": 4096)"),
      launch("2", "1"),
      collective("10", "20", R"("correlation": 1)"),
      range("ncclGroupStart", "40", "1"),
      range("ncclSend", "42", "1", R"("Message size [bytes]": 512)"),
      range("ncclRecv", "44", "1", R"("Message size [bytes]": 512)"),
      range("ncclSend", "46", "1", R"("Message size [bytes]": 512)"),
      range("ncclGroupEnd", "48", "9"),
      launch("50", "2"),
      collective("60", "30", R"("correlation": 2)"),
      launch("95", "3"),
      collective("100", "5", R"("correlation": 3)"),
  });
  const CommDevice device = comm_of(trace).devices.at(0);
  REQUIRE(device.calls.size() == 3);
  CHECK(device.calls[0].name == "ncclSend + ncclRecv");
  CHECK(device.calls[0].range == TimeRange{60'000, 90'000});
  CHECK(!device.calls[0].bytes);
  CHECK(trace->text(device.calls[0].kernel) == "ncclDevKernel_X");
  const auto group = trace->find_slice(device.calls[0].call);
  REQUIRE(group.has_value());
  CHECK(trace->text(group->chunk->name[group->slice]) == "ncclGroupEnd");
  CHECK(device.calls[1].name == "ncclAllReduce");
  CHECK(device.calls[1].bytes == 4096);
  CHECK(device.calls[1].exposed_ns == 20'000);
  CHECK(device.calls[2].name == "");
  CHECK(device.calls[2].call == EventId::None);
  CHECK(device.rows.at(1).collective.name == "ncclAllReduce");
}

TEST_CASE("NCCL's communicators tell how many ranks a message goes to, so its bandwidth is known") {
  const auto range = [](const char* name, const char* ts, const char* args) {
    return slice("user_annotation", name, ts, "5", args);
  };
  const auto launch = [](const char* ts, const char* id) {
    return slice("cuda_runtime", "cudaLaunchKernelExC", ts, "1",
                 R"("correlation": )" + std::string(id));
  };
  const HandMadeTrace trace({
      range("ncclCommInitRank", "0", R"("NCCL communicator ID": 7, "No. of ranks": 4)"),
      range("ncclAllReduce", "10", R"("NCCL communicator ID": 7, "Message size [bytes]": 400000)"),
      launch("12", "1"),
      collective("20", "20", R"("correlation": 1)"),
      range("ncclAllGather", "50", R"("NCCL communicator ID": 7, "Message size [bytes]": 100000)"),
      launch("52", "2"),
      collective("60", "10", R"("correlation": 2)"),
      range("ncclAllReduce", "80", R"("NCCL communicator ID": 8, "Message size [bytes]": 4)"),
      launch("82", "3"),
      collective("90", "1", R"("correlation": 3)"),
  });
  const std::vector<CommRow> rows = comm_of(trace).devices.at(0).rows;
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].collective.name == "ncclAllReduce");
  CHECK(rows[0].collective.group_size == 4);
  CHECK(rows[0].algorithm_gb_per_s == doctest::Approx(20));
  CHECK(rows[0].bus_gb_per_s == doctest::Approx(30));
  // NCCL tells the part of one rank, and nccl-tests goes by all of it.
  CHECK(rows[1].collective.name == "ncclAllGather");
  CHECK(rows[1].collective.bytes == 100'000);
  CHECK(rows[1].algorithm_gb_per_s == doctest::Approx(40));
  CHECK(rows[1].bus_gb_per_s == doctest::Approx(30));
  CHECK_FALSE(rows[2].collective.group_size);
  CHECK_FALSE(rows[2].bus_gb_per_s);
}

TEST_CASE("without GPU events the collectives of the host are told, with operators as compute") {
  const auto on_host = [](const char* ts, const char* dur, const char* thread) {
    return slice("user_annotation", "gloo:all_reduce", ts, dur, "", "1", thread);
  };
  const HandMadeTrace trace({on_host("10", "40", "2"), on_host("100", "20", "3"),
                             slice("cpu_op", "aten::mm", "0", "20"),
                             slice("user_annotation", "ProfilerStep#1", "0", "200")});
  const CommTable found = comm_of(trace);
  REQUIRE(found.devices.size() == 1);
  const CommDevice& host = found.devices[0];
  CHECK(host.is_host());
  CHECK(host.kernels == 2);
  CHECK(host.total_ns == 60'000);
  CHECK(host.exposed_ns == 50'000);
  REQUIRE(host.rows.size() == 1);
  CHECK(host.rows[0].collective.name == "gloo:all_reduce");
  CHECK(host.rows[0].count == 2);
  CHECK(host.calls.at(0).exposed_ns == 30'000);
  CHECK(host.steps.size() == 1);
  // Beside GPU work they are part of what the host does.
  const HandMadeTrace with_gpu({on_host("10", "40", "2"), gpu_slice("kernel", "gemm", "0", "5")});
  CHECK(comm_of(with_gpu).devices.empty());
}
