#include "core/view/details/model.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/view/details/text.h"
#include "tests/core/view/details/training_details.h"

namespace lanescope {

TEST_CASE("a kernel knows its launch and how long it waited") {
  const Opened trace(training());
  const DetailsModel model = trace.details(kKernel);
  CHECK(model.found);
  CHECK(model.category == "kernel");
  CHECK(model.role == ColorRole::Gemm);
  CHECK(model.short_name == "sm90_xmma_fprop_implicit_gemm<float, …>");
  CHECK(model.lane == "GPU 0 H200 · stream 7");
  REQUIRE(model.launch);
  CHECK(model.launch->name == "cudaLaunchKernel");
  CHECK(model.launch->delay_ns == 50'000);
  CHECK(model.launch->queued_ns == 45'000);
  CHECK(model.launch->event == event_named(trace.snapshot(), "cudaLaunchKernel", 0));
}

TEST_CASE("a kernel knows its operators with shapes, its module and its Python stack") {
  const Opened trace(training());
  const DetailsModel model = trace.details(kKernel);
  REQUIRE(model.ops.size() == 2);
  CHECK(model.ops[0].name == "aten::cudnn_convolution");
  CHECK(model.ops[0].input_shapes->to_text() == "[[64,256]]");
  CHECK(model.ops[0].input_strides->to_text() == "[[256,1]]");
  CHECK(model.ops[1].name == "aten::conv2d");
  CHECK(model.ops[1].input_types->to_text() == R"(["float","float"])");
  CHECK_FALSE(model.ops[1].input_strides);
  CHECK(module_names(model) == std::vector<std::string>{"ResNet_0", "Conv2d_3"});
  REQUIRE(model.python.size() == 2);
  CHECK(model.python[0].function == "_call_impl");
  CHECK_FALSE(model.python[0].user);
  CHECK(model.python[1].file == "train.py");
  CHECK(model.python[1].user);
  REQUIRE(model.annotations.size() == 1);
  CHECK(model.annotations[0].name == "ProfilerStep#7");
}

TEST_CASE("a kernel of NCCL has the message size of the NVTX range around its launch") {
  TraceText trace;
  trace.cpu("user_annotation", "ncclAllReduce", "0", "50",
            R"("NCCL communicator ID":9,"Message size [bytes]":4096)");
  trace.cpu("user_annotation", "ncclCommCount", "5", "30", R"("NCCL communicator ID":9)");
  trace.cpu("cuda_runtime", "cudaLaunchKernelExC", "10", "5", R"("correlation":11)");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "40", "5", R"("correlation":12)");
  trace.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "60",
               "20", "11");
  trace.kernel("gemm", "90", "20", "12");
  const Opened opened(trace);
  const DetailsModel model =
      opened.details("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)");
  REQUIRE(model.collective);
  CHECK(model.collective->name == "ncclAllReduce");
  CHECK(model.collective->bytes == 4096);
  CHECK(model.collective->group == "9");
  CHECK_FALSE(opened.details("gemm").collective);
}

TEST_CASE("a kernel knows its step and its backward twin") {
  const Opened trace(training());
  const DetailsModel model = trace.details(kKernel);
  REQUIRE(model.step);
  CHECK(model.step->name == "ProfilerStep#7");
  CHECK(model.step->offset_ns == 150'000);
  REQUIRE(model.twin);
  CHECK(model.twin->name == "ConvolutionBackward0");
  CHECK(model.twin->backward);
  CHECK(model.twin->kernels == 1);
  CHECK(model.twin->gpu_ns == 80'000);
  CHECK(model.missing.empty());
}

TEST_CASE("an operator knows its kernels, its memory and itself first") {
  const Opened trace(training());
  const DetailsModel model = trace.details("aten::conv2d");
  CHECK(model.ops.size() == 1);
  CHECK(model.ops[0].event == model.event);
  CHECK(model.gpu_work.count == 2);
  CHECK(model.gpu_work.total_ns == 42'000);
  CHECK(model.self_ns == 100'000);
  REQUIRE(model.memory.size() == 1);
  CHECK(model.memory[0].allocations == 1);
  CHECK(model.memory[0].freed_bytes == 512);
  REQUIRE(model.twin);
  CHECK_FALSE(model.launch);
}

TEST_CASE("a memory event says what the allocator did, where") {
  const Opened trace(training());
  const DetailsModel model = trace.details("[memory]", 1);
  CHECK(model.instant);
  REQUIRE(model.allocation);
  CHECK(model.allocation->bytes == -512);
  CHECK(model.allocation->allocated_bytes == 1000);
  CHECK(model.allocation->reserved_bytes == 4096);
  REQUIRE(model.ops.size() == 2);
  CHECK(model.ops[0].name == "aten::cudnn_convolution");
  CHECK(model.python.size() == 2);
  CHECK_FALSE(model.same_name);
}

TEST_CASE("unknown ids find nothing") {
  const Opened trace(training());
  CHECK_FALSE(build_details(trace.snapshot(), EventId::None).found);
  CHECK_FALSE(build_details(trace.snapshot(), EventId{5000}).found);
  CHECK(details_text(trace.snapshot(), build_details(trace.snapshot(), EventId::None)).title ==
        "No such event");
}

TEST_CASE("a communication kernel has the facts of its operator, others do not") {
  TraceText ranks;
  ranks.cpu("cpu_op", "record_param_comms", "0", "50",
            R"("Collective name":"allreduce","dtype":"Float","In msg nelems":1000,"Group size":4)");
  ranks.cpu("cuda_runtime", "cudaLaunchKernel", "10", "5", R"("correlation":1)");
  ranks.cpu("cuda_runtime", "cudaLaunchKernel", "20", "5", R"("correlation":2)");
  ranks.kernel("ncclDevKernel_AllReduce", "30", "2", "1").kernel("cast", "40", "2", "2");
  const Opened trace(ranks);
  const DetailsModel model = trace.details("ncclDevKernel_AllReduce");
  REQUIRE(model.collective);
  CHECK(model.collective->bytes == 4000);
  CHECK(model.collective->bus_gb_per_s == doctest::Approx(3.0));  // 4000 B in 2 µs, times 2 * 3 / 4
  CHECK_FALSE(trace.details("cast").collective);
}

TEST_CASE("a profiler's range leads to the launch that it measured, by their order") {
  TraceText trace;
  for (int i = 0; i < 2; ++i) {
    const std::string at = std::to_string(1000 + 100 * i);
    trace.cpu("cpu_op", i == 0 ? "aten::mm" : "aten::add", at, "50");
    trace.cpu("cuda_runtime", "cudaLaunchKernel", at, "2");
    trace.slice("cuda_profiler_range", i == 0 ? "gemm" : "plus", "0", "0", std::to_string(10 * i),
                "10", R"("dram__bytes.sum": 5)");
  }
  const Opened opened(trace);
  const DetailsModel model = opened.details("plus");
  REQUIRE(model.launch);
  CHECK(model.launch->by_order);
  REQUIRE(model.ops.size() == 1);
  CHECK(model.ops[0].name == "aten::add");
  CHECK_FALSE(misses(model, "launch"));
  const std::string words = details_plain_text(details_text(opened.snapshot(), model));
  CHECK(words.find("from launch order") != words.npos);
  CHECK(words.find("Launch to start") == words.npos);
  // Its length is not that of the kernel, so nothing compares it.
  CHECK(words.find("Duration") == words.npos);
  trace.slice("cuda_profiler_range", "plus", "0", "0", "20", "10", R"("dram__bytes.sum": 5)");
  const Opened twice(trace);
  const std::string of_two =
      details_plain_text(details_text(twice.snapshot(), twice.details("plus")));
  CHECK(of_two.find("of 2 with this name") != of_two.npos);
  CHECK(of_two.find("percentile") == of_two.npos);
  CHECK(of_two.find("longest") == of_two.npos);

  trace.cpu("cuda_runtime", "cudaLaunchKernel", "2000", "2");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "2100", "2");
  const Opened unsure(trace);
  CHECK_FALSE(unsure.details("plus").launch);
  CHECK(misses(unsure.details("plus"), "launch"));
}

}  // namespace lanescope
