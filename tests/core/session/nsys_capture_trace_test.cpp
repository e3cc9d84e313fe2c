#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "core/session/capture_trace.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/core/readers/nsys/nsys_export.h"

using namespace lanescope;

TEST_CASE("an Nsight Systems export without kernels of graphs is said to lack them") {
  const TempFolder folder;
  TraceText replay;
  replay.cpu("cuda_runtime", "cudaGraphLaunch", "100", "5", R"("correlation":9)");
  replay.kernel("gemm", "110", "5", "9");
  auto trace = load_trace(folder.write("run.json", replay.text()));
  REQUIRE(trace.ok());
  NsysExport capture;
  capture.string(3, "cudaLaunchKernel").calls().call(20, 25, 70, 71, 2, 3);
  capture.add(
      "CREATE TABLE CUDA_GRAPH_NODE_EVENTS(start INTEGER, end INTEGER, globalTid INTEGER,"
      " graphNodeId INTEGER, originalGraphNodeId INTEGER);"
      "INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES(22, 23, " +
      global(70, 71) + ", 11, NULL);");
  const auto joined =
      with_capture_trace(std::move(trace).value(), folder.write("capture.sqlite", capture.bytes()));
  REQUIRE_FALSE(joined.ok());
  CHECK(joined.error().message.find(
            "nodes in an Nsight Systems export are matched by their kernels, and this one contains "
            "no kernels of CUDA graphs") != std::string::npos);
}
