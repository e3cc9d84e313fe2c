// What the details of a backward pass take from the forward one.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/view/details/training_details.h"

namespace lanescope {

TEST_CASE("a backward kernel shows the stack of its forward twin") {
  const Opened trace(training());
  const DetailsModel model = trace.details("dgrad");
  REQUIRE(model.twin);
  CHECK_FALSE(model.twin->backward);
  CHECK(model.twin->name == "aten::cudnn_convolution");
  CHECK(model.python_from_twin);
  CHECK(module_names(model) == std::vector<std::string>{"ResNet_0", "Conv2d_3"});
  CHECK(model.python.back().function == "train_step");
}

TEST_CASE("what autograd's engine does beside a node has the node's forward twin") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::addmm", "40", "500");
  const std::string call = "autograd::engine::evaluate_function: AddmmBackward0";
  trace.slice("cpu_op", call, "100", "101", "1000", "900");
  trace.slice("cpu_op", "AddmmBackward0", "100", "101", "1010", "300");
  trace.slice("cpu_op", "aten::sum", "100", "101", "1500", "300");
  trace.slice("cuda_runtime", "cudaLaunchKernel", "100", "101", "1600", "5", R"("correlation":13)");
  trace.flow("s", "fwdbwd", "1", "100", "40").flow("f", "fwdbwd", "1", "101", "1010");
  trace.kernel("reduce", "1700", "80", "13", "7",
               R"("warps per SM":0.02,"est. achieved occupancy %":0)");
  const DetailsModel model = Opened(trace).details("reduce");
  REQUIRE(model.twin);
  CHECK(model.twin->name == "aten::addmm");
}

TEST_CASE("in a recording the stack of the forward twin is that of its launch") {
  TraceText recording;
  recording.cpu("cpu_op", "aten::mm", "40", "500");
  recording.cpu("cuda_runtime", "cudaLaunchKernel", "100", "5",
                R"("correlation":11,"Call stack":"train.py(41): train_step")");
  recording.slice("cpu_op", "MmBackward0", "100", "101", "1000", "300");
  recording.slice("cuda_runtime", "cudaLaunchKernel", "100", "101", "1100", "5",
                  R"("correlation":13)");
  recording.flow("s", "fwdbwd", "1", "100", "40").flow("f", "fwdbwd", "1", "101", "1000");
  recording.kernel("gemm", "150", "40", "11").kernel("dgrad", "1200", "80", "13");
  const DetailsModel model = Opened(recording).details("dgrad");
  REQUIRE(model.twin);
  CHECK(model.python_from_twin);
  REQUIRE(model.python.size() == 1);
  CHECK(model.python[0].function == "train_step");
}

}  // namespace lanescope
