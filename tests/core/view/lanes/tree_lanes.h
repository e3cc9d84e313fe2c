// A trace with all kinds of lanes, and what stands in its tree.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/view/lanes/tree.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

inline std::vector<std::string> group_titles(const LaneTree& tree) {
  std::vector<std::string> out;
  for (const LaneGroup& group : tree.groups) out.push_back(group.title);
  return out;
}

inline std::vector<std::string> lane_titles(const LaneGroup& group) {
  std::vector<std::string> out;
  for (const Lane& lane : group.lanes) out.push_back(lane.title);
  return out;
}

inline const LaneGroup& group_of(const LaneTree& tree, GroupKind kind) {
  const auto group = std::find_if(tree.groups.begin(), tree.groups.end(),
                                  [&](const LaneGroup& g) { return g.kind == kind; });
  REQUIRE(group != tree.groups.end());
  return *group;
}

/// Two steps, a main, an autograd and a plain thread, four streams.
inline TraceText lanes_trace() {
  TraceText trace;
  trace.top_level(R"("deviceProperties": [{"id": 0, "name": "NVIDIA H200", "numSms": 132}])");
  trace.metadata("process_name", "100", "0", R"("name":"python")");
  trace.metadata("thread_name", "100", "100", R"x("name":"thread 100 (python)")x");
  trace.metadata("thread_name", "100", "102", R"x("name":"thread 102 (pt_data_worker)")x");
  for (const char* gpu : {"0", "1", "2"}) {
    trace.metadata("process_name", gpu, "0", R"("name":"python")");
  }
  trace.metadata("thread_name", "0", "7", R"("name":"stream 7 ")");
  trace.cpu("user_annotation", "ProfilerStep#7", "0", "1000");
  trace.cpu("user_annotation", "ProfilerStep#8", "1000", "1000");
  trace.cpu("cpu_op", "aten::linear", "100", "50").cpu("cpu_op", "aten::addmm", "110", "30");
  trace.slice("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", "100", "101", "600",
              "50");
  trace.slice("cpu_op", "AddmmBackward0", "100", "101", "601", "40");
  trace.slice("cpu_op", "load", "100", "102", "10", "5");
  trace.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(int)", "700", "100", "1", "20");
  trace.kernel("sgemm_nn", "200", "1000", "2", "7");
  trace.kernel("sgemm_nn", "300", "10", "3", "13");
  trace.slice("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", "0", "9", "50", "20",
              R"("device":0,"stream":9,"correlation":4)");
  trace.slice("gpu_user_annotation", "forward", "0", "7", "200", "1000");
  trace.slice("cuda_sync", "Stream Sync", "0", "7", "1300", "10", R"("device":0,"stream":7)");
  trace.instant("[memory]", "120",
                R"("Device Type":1,"Device Id":0,"Addr":1,"Bytes":512,)"
                R"("Total Allocated":512,"Total Reserved":1024)");
  trace.instant("[memory]", "121",
                R"("Device Type":0,"Device Id":-1,"Addr":2,"Bytes":64,)"
                R"("Total Allocated":64,"Total Reserved":0)");
  trace.slice("Trace", "PyTorch Profiler (0)", "Spans", "PyTorch Profiler", "0", "3000");
  return trace;
}

}  // namespace lanescope
