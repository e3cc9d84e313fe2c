#include "core/analysis/host/captured/captured_graphs.h"

#include <algorithm>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// Two launches that are captured, each in an operator of a module. `ids` are written with them.
TraceText capture(const std::string& first_ids = "", const std::string& second_ids = "") {
  const auto args = [](const std::string& correlation, const std::string& ids) {
    return R"("correlation":)" + correlation + (ids.empty() ? "" : "," + ids);
  };
  TraceText t;
  t.cpu("python_function", "nn.Module: Linear_0", "1", "60", R"("Python id":1)");
  t.cpu("python_function", "model.py(12): forward", "2", "58", R"("Python id":2)");
  t.cpu("cuda_runtime", "cudaStreamBeginCapture", "5", "2", R"("correlation":1)");
  t.cpu("cpu_op", "aten::addmm", "10", "20", R"("Input Dims":[[8,16],[16,4]])");
  t.cpu("cuda_runtime", "cudaLaunchKernel", "15", "5", args("2", first_ids));
  t.cpu("cpu_op", "aten::relu", "32", "8", R"("Input Dims":[[8,4]])");
  t.cpu("cuda_runtime", "cudaLaunchKernel", "34", "5", args("3", second_ids));
  t.cpu("cuda_runtime", "cudaStreamEndCapture", "50", "2", R"("correlation":4)");
  return t;
}

std::string id(int node) {
  return R"("graph id":3,"graph node id":)" + std::to_string(node);
}

std::string other_id(int node) {
  return R"("graph id":9,"graph node id":)" + std::to_string(node);
}

/// A replay of two kernels, the first with the args `first`.
TraceText replay(const std::string& first, const std::string& second,
                 const std::string& process = "100") {
  TraceText t;
  t.slice("cuda_runtime", "cudaGraphLaunch", process, process, "100", "5", R"("correlation":9)");
  t.kernel("k1", "110", "5", "9", "7", first).kernel("k2", "120", "5", "9", "7", second);
  return t;
}

/// Both as read from files.
struct Joined {
  LoadedText replays, captures;
  CapturedWork work;

  Joined(const TraceText& replayed, const TraceText& captured)
      : replays(load_with_source(replayed)), captures(load_with_source(captured)) {
    const ReadEvent read = [this](EventId event) { return replays.json(event); };
    const ReadEvent read_capture = [this](EventId event) { return captures.json(event); };
    work = join_captured_graphs({*replays.snapshot, read}, {*captures.snapshot, read_capture},
                                "capture.json");
  }

  [[nodiscard]] const CapturedLaunch& of(std::string_view kernel) const {
    const EventId event = event_named(*replays.snapshot, kernel);
    const auto at =
        std::ranges::find(work.of_event, event, [](const auto& one) { return one.first; });
    REQUIRE(at != work.of_event.end());
    return work.launches[at->second];
  }
};

}  // namespace

TEST_CASE("nodes are joined with a capture by their position") {
  const Joined joined(replay("", ""), capture());
  CHECK(joined.work.replays == 1);
  CHECK(joined.work.joined == 1);
  CHECK(joined.work.joined_by_node_id == 0);
  const CapturedLaunch& first = joined.of("k1");
  CHECK(first.file == "capture.json");
  CHECK(first.match == GraphMatch::CapturePosition);
  CHECK(first.certain);
  CHECK(first.call == "cudaLaunchKernel");
  REQUIRE(first.ops.size() == 1);
  CHECK(first.ops[0].name == "aten::addmm");
  CHECK(first.ops[0].dims.to_text() == "[[8,16],[16,4]]");
  CHECK(first.modules == std::vector<std::string>{"nn.Module: Linear_0"});
  CHECK(first.frames == std::vector<std::string>{"model.py(12): forward"});
  CHECK(joined.of("k2").ops.at(0).name == "aten::relu");
}

TEST_CASE("nodes are joined by graph and node id, whatever the order in which they ran") {
  const Joined joined(replay(id(12), id(11)), capture(id(11), id(12)));
  CHECK(joined.work.joined_by_node_id == 1);
  CHECK(joined.of("k1").match == GraphMatch::NodeId);
  CHECK(joined.of("k1").certain);
  CHECK(joined.of("k1").ops.at(0).name == "aten::relu");
  CHECK(joined.of("k2").ops.at(0).name == "aten::addmm");
}

TEST_CASE("ids of another process say nothing") {
  const Joined joined(replay(id(12), id(11), "200"), capture(id(11), id(12)));
  CHECK(joined.work.joined == 1);
  CHECK(joined.work.joined_by_node_id == 0);
}

TEST_CASE("ids are known from a replay in the capture trace") {
  TraceText captured = capture();
  captured.cpu("cuda_runtime", "cudaGraphLaunch", "60", "5", R"("correlation":9)");
  captured.kernel("k1", "70", "5", "9", "7", id(11)).kernel("k2", "80", "5", "9", "7", id(12));
  const Joined joined(replay(id(11), id(12)), captured);
  CHECK(joined.work.joined_by_node_id == 1);
  CHECK(joined.of("k2").ops.at(0).name == "aten::relu");
}

TEST_CASE("a capture that wrote other ids is not joined by its number of nodes") {
  for (const auto& [first, second] :
       {std::pair(id(91), id(92)), std::pair(other_id(11), other_id(12))}) {
    const Joined joined(replay(first, second), capture(id(11), id(12)));
    CHECK(joined.work.replays == 1);
    CHECK(joined.work.joined == 0);
    CHECK(joined.work.other_ids == 1);
    CHECK(joined.work.of_event.empty());
  }
}

TEST_CASE("a replay in the capture trace with other ids needs the same names, and is uncertain") {
  TraceText captured = capture();
  captured.cpu("cuda_runtime", "cudaGraphLaunch", "60", "5", R"("correlation":9)");
  captured.kernel("k1", "70", "5", "9", "7", id(11)).kernel("k2", "80", "5", "9", "7", id(12));
  const Joined same(replay(other_id(91), other_id(92)), captured);
  CHECK(same.work.joined == 1);
  CHECK(same.work.joined_by_node_id == 0);
  CHECK(same.work.joined_uncertain == 1);
  CHECK(same.of("k2").match == GraphMatch::CapturePosition);
  CHECK_FALSE(same.of("k2").certain);
  CHECK(same.of("k2").ops.at(0).name == "aten::relu");

  TraceText others;
  others.cpu("cuda_runtime", "cudaGraphLaunch", "100", "5", R"("correlation":9)");
  others.kernel("k3", "110", "5", "9", "7", other_id(91));
  others.kernel("k4", "120", "5", "9", "7", other_id(92));
  const Joined different(others, captured);
  CHECK(different.work.joined == 0);
  CHECK(different.work.other_ids == 1);
}

TEST_CASE("a capture of another size is not that of the graph") {
  TraceText replayed = replay("", "");
  replayed.kernel("k3", "130", "5", "9");
  const Joined joined(replayed, capture());
  CHECK(joined.work.replays == 1);
  CHECK(joined.work.joined == 0);
  CHECK(joined.work.of_event.empty());
}

TEST_CASE("a replay has the operators of its own process, and those of another are not certain") {
  const auto kernels = [](TraceText& t, const std::string& process, const std::string& id) {
    const std::string first = std::to_string(std::stoi(process) * 10 + 1);
    const std::string second = std::to_string(std::stoi(process) * 10 + 2);
    t.slice("cuda_runtime", "cudaGraphLaunch", process, process, process, "5",
            R"("correlation":)" + id);
    t.kernel("k", first, "1", id, "7", R"("graph id":3)");
    t.kernel("l", second, "1", id, "7", R"("graph id":3)");
  };
  TraceText replayed;
  kernels(replayed, "10", "90");
  kernels(replayed, "11", "91");
  const auto capture_of = [](TraceText& t, const std::string& process, const std::string& op) {
    const auto call = [&](const char* name, const char* begin, const char* id) {
      t.slice("cuda_runtime", name, process, process, begin, "1",
              R"("correlation":)" + process + id);
    };
    call("cudaStreamBeginCapture", "5", "1");
    t.slice("cpu_op", op, process, process, "10", "20");
    call("cudaLaunchKernel", "12", "2");
    call("cudaLaunchKernel", "14", "3");
    call("cudaStreamEndCapture", "50", "4");
  };
  const auto launch_of = [](const Joined& joined, std::size_t nth) {
    const EventId event = event_named(*joined.replays.snapshot, "k", nth);
    const auto at =
        std::ranges::find(joined.work.of_event, event, [](const auto& one) { return one.first; });
    REQUIRE(at != joined.work.of_event.end());
    return joined.work.launches[at->second];
  };
  TraceText both, first_only;
  capture_of(both, "10", "aten::mm");
  capture_of(both, "11", "aten::relu");
  capture_of(first_only, "10", "aten::mm");

  const Joined own(replayed, both);
  CHECK(own.work.joined == 2);
  CHECK(launch_of(own, 0).ops.at(0).name == "aten::mm");
  CHECK(launch_of(own, 0).certain);
  CHECK(launch_of(own, 1).ops.at(0).name == "aten::relu");
  CHECK(launch_of(own, 1).certain);

  const Joined other(replayed, first_only);
  CHECK(other.work.joined == 2);
  CHECK(launch_of(other, 0).certain);
  CHECK(launch_of(other, 1).ops.at(0).name == "aten::mm");
  CHECK_FALSE(launch_of(other, 1).certain);
}

}  // namespace lanescope
