#include "core/analysis/host/graph_origins.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/captured_graph.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// A capture within aten::mm, two replays of it, and a launch outside.
std::shared_ptr<const Snapshot> replays() {
  TraceText t;
  add_capture(t);
  t.cpu("cpu_op", "aten::mm", "10", "20");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "100", "5", R"("correlation":4)");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "120", "5", R"("correlation":5)");
  t.cpu("cuda_runtime", "cudaLaunchKernel", "140", "5", R"("correlation":6)");
  t.kernel("gemm", "110", "5", "4").kernel("gemm", "130", "5", "5").kernel("gemm", "150", "5", "6");
  return t.load();
}

}  // namespace

TEST_CASE("all nodes of a graph's replays lead to one captured launch") {
  const auto trace = replays();
  const GraphOrigins origins = find_graph_origins(*trace);
  REQUIRE(origins.nodes.size() == 2);
  REQUIRE(origins.sites.size() == 1);
  CHECK(origins.sites[0].launch == event_named(*trace, "cudaLaunchKernel"));
  for (const std::size_t nth : {0, 1}) {
    const auto* node = origins.find(event_named(*trace, "gemm", nth));
    REQUIRE(node);
    CHECK(node->certain);
    CHECK(node->match == GraphMatch::Position);
    CHECK(trace->text(origins.op_name(*trace, *node)) == "aten::mm");
  }
  CHECK(origins.find(event_named(*trace, "gemm", 2)) == nullptr);
  GraphCounts counts;
  counts.add(origins.nodes[0]);
  CHECK(counts.kernels == 1);
  CHECK(counts.uncertain == 0);
}

TEST_CASE("a trace without graphs has no such nodes") {
  TraceText t;
  t.cpu("cuda_runtime", "cudaLaunchKernel", "140", "5", R"("correlation":6)");
  t.kernel("gemm", "150", "5", "6");
  CHECK(find_graph_origins(*t.load()).nodes.empty());
}

TEST_CASE("what a capture trace says survives being an argument") {
  CapturedLaunch launch;
  launch.file = "capture.json";
  launch.match = GraphMatch::NodeId;
  launch.certain = true;
  launch.call = "cudaLaunchKernel";
  launch.ops = {
      {"aten::mm", JsonValue{JsonArray{JsonValue{std::int64_t{8}}}}, JsonValue{}, JsonValue{}}};
  launch.modules = {"nn.Module: Linear_0"};
  launch.frames = {"model.py(12): forward"};
  launch.ops[0].inputs = JsonValue{JsonArray{JsonValue{std::string("[1, 1]")}}};
  launch.ops[0].call = 15;
  launch.ops[0].frames_inside = 2;
  launch.ops[0].modules_inside = 1;
  launch.outermost_call = 17;
  const JsonValue args{JsonObject{{std::string(kCapturedAs), to_json(launch)}}};
  const auto read = captured_launch(args);
  REQUIRE(read);
  CHECK(read->file == "capture.json");
  CHECK(read->match == GraphMatch::NodeId);
  CHECK(read->certain);
  REQUIRE(read->ops.size() == 1);
  CHECK(read->ops[0].name == "aten::mm");
  CHECK(read->ops[0].dims.to_text() == "[8]");
  CHECK(read->ops[0].types.is_null());
  CHECK(read->ops[0].inputs.to_text() == R"(["[1, 1]"])");
  CHECK(read->ops[0].call == 15);
  CHECK(read->modules == launch.modules);
  CHECK(read->frames == launch.frames);
  CHECK(read->ops[0].frames_inside == 2);
  CHECK(read->ops[0].modules_inside == 1);
  CHECK(read->outermost_call == 17);
  CHECK_FALSE(captured_launch(JsonValue{JsonObject{}}));
}

}  // namespace lanescope
