// Kernels of CUDA graphs, by the nodes whose creation the export has.
#include "core/readers/nsys/origins/graph_nodes.h"

#include <doctest/doctest.h>

#include "core/analysis/host/graph_origins.h"
#include "tests/core/readers/nsys/nsys_export.h"

using namespace lanescope;

namespace {

/// aten::mm and aten::bmm are captured alike; a replay of the first runs a kernel.
NsysExport two_captures() {
  NsysExport made;
  made.string(3, "cudaStreamBeginCapture").string(4, "cudaStreamEndCapture");
  made.string(5, "cudaLaunchKernel").string(6, "cudaGraphLaunch").string(7, "gemm");
  made.calls().nvtx();
  for (const int at : {0, 100}) {
    made.call(at + 10, at + 12, 70, 71, at + 1, 3).call(at + 20, at + 25, 70, 71, at + 2, 5);
    made.call(at + 30, at + 32, 70, 71, at + 3, 4);
  }
  made.range("18", "28", 59, "aten::mm, op_id = 1", 70, 71);
  made.range("118", "128", 59, "aten::bmm, op_id = 2", 70, 71);
  made.call(300, 305, 70, 71, 9, 6);
  made.kernels().kernel(400, 420, 0, 9, 70, 7);
  return made.add("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET graphNodeId = 21;");
}

GraphOrigins origins_of(const LoadedTrace& trace) {
  return find_graph_origins(*trace.snapshot, [&](EventId event) -> std::optional<JsonValue> {
    auto json = trace.texts->json_of(*trace.snapshot->place_of(event));
    return json.ok() ? std::optional(std::move(json).value()) : std::nullopt;
  });
}

}  // namespace

TEST_CASE(
    "a kernel of a graph is of the launch that created its node, or what that was cloned of") {
  NsysExport made = two_captures();
  made.add(
      "CREATE TABLE CUDA_GRAPH_NODE_EVENTS(start INTEGER, end INTEGER, globalTid INTEGER,"
      " graphNodeId INTEGER, originalGraphNodeId INTEGER);"
      "INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES(22, 23, " +
      global(70, 71) + ", 11, NULL), (122, 123, " + global(70, 71) + ", 12, NULL), (140, 141, " +
      global(70, 71) + ", 21, 11);");
  const LoadedTrace trace = made.load();
  const std::string args = arguments_of(trace, "gemm");
  CHECK(args.find(R"x("graph node id":21,"graph node thread":71,"graph node created (ns)":22,)x") !=
        std::string::npos);
  const GraphOrigins origins = origins_of(trace);
  REQUIRE(origins.nodes.size() == 1);
  CHECK(origins.nodes[0].match == GraphMatch::RecordedNode);
  CHECK(origins.nodes[0].certain);
  GraphCounts counts;
  counts.add(origins.nodes[0]);
  CHECK(counts.by_recorded_node == 1);
  CHECK(trace.snapshot->text(origins.op_name(*trace.snapshot, origins.nodes[0])) == "aten::mm");
}

TEST_CASE("without the table, the latest capture that fits is the likeliest") {
  const LoadedTrace trace = two_captures().load();
  const GraphOrigins origins = origins_of(trace);
  REQUIRE(origins.nodes.size() == 1);
  CHECK_FALSE(origins.nodes[0].certain);
  CHECK(trace.snapshot->text(origins.op_name(*trace.snapshot, origins.nodes[0])) == "aten::bmm");
}

TEST_CASE("clones in a circle lead nowhere") {
  NsysExport made = two_captures();
  made.add(
      "CREATE TABLE CUDA_GRAPH_NODE_EVENTS(start INTEGER, end INTEGER, globalTid INTEGER,"
      " graphNodeId INTEGER, originalGraphNodeId INTEGER);"
      "INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES(22, 23, " +
      global(70, 71) + ", 11, 21), (140, 141, " + global(70, 71) + ", 21, 11);");
  CHECK_FALSE(origins_of(made.load()).nodes.at(0).certain);
}
