// A training step with all that the details panel can show of it, and the details of its events.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/view/details/model.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

/// A training step with stacks, shapes, memory, a backward pass and two kernels.
inline TraceText training() {
  TraceText trace;
  trace.top_level(R"("deviceProperties": [{"id": 0, "name": "NVIDIA H200"}])");
  trace.cpu("user_annotation", "ProfilerStep#7", "0", "2000");
  trace.cpu("python_function", "train.py(41): train_step", "10", "900");
  trace.cpu("python_function", "nn.Module: ResNet_0", "20", "800");
  trace.cpu("python_function", "torch/nn/modules/module.py(1527): _call_impl", "21", "780");
  trace.cpu("python_function", "nn.Module: Conv2d_3", "22", "700");
  trace.cpu("cpu_op", "aten::conv2d", "30", "600",
            R"("Input Dims":[[64,256],[512,256]],"Input type":["float","float"])");
  trace.cpu("cpu_op", "aten::cudnn_convolution", "40", "500",
            R"("Input Dims":[[64,256]],"Input Strides":[[256,1]],"Concrete Inputs":["","1"])");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "100", "5", R"("correlation":11)");
  trace.cpu("cuda_runtime", "cudaMemsetAsync", "200", "5", R"("correlation":12)");
  trace.slice("cpu_op", "ConvolutionBackward0", "100", "101", "1000", "300");
  trace.slice("cuda_runtime", "cudaLaunchKernel", "100", "101", "1100", "5", R"("correlation":13)");
  trace.flow("s", "fwdbwd", "1", "100", "40").flow("f", "fwdbwd", "1", "101", "1000");
  trace.kernel(
      "void sm90_xmma_fprop_implicit_gemm<float, 2>(int)", "150", "40", "11", "7",
      R"("grid":[528,1,1],"block":[256,1,1],"registers per thread":168,"shared memory":100352,"est. achieved occupancy %":50)");
  trace.slice("gpu_memset", "Memset (Device)", "0", "7", "210", "2",
              R"("device":0,"stream":7,"correlation":12,"bytes":4096)");
  trace.kernel("dgrad", "1200", "80", "13");
  trace.instant("[memory]", "120",
                R"("Device Type":1,"Device Id":0,"Addr":16,"Bytes":512,)"
                R"("Total Allocated":1512,"Total Reserved":4096)");
  trace.instant("[memory]", "130",
                R"("Device Type":1,"Device Id":0,"Addr":16,"Bytes":-512,)"
                R"("Total Allocated":1000,"Total Reserved":4096)");
  return trace;
}

struct Opened {
  LoadedText loaded;
  explicit Opened(const TraceText& trace) : loaded(load_with_source(trace)) {}

  [[nodiscard]] const Snapshot& snapshot() const { return *loaded.snapshot; }
  [[nodiscard]] DetailsModel details(std::string_view name, std::size_t nth = 0) const {
    return build_details(snapshot(), event_named(snapshot(), name, nth),
                         [this](EventId event) -> Result<JsonValue> {
                           auto json = loaded.json(event);
                           if (json) return std::move(*json);
                           return Error{Error::Kind::Unreadable, "the file is gone"};
                         });
  }
};

/// The forward kernel of training().
inline constexpr const char* kKernel = "void sm90_xmma_fprop_implicit_gemm<float, 2>(int)";

inline std::vector<std::string> module_names(const DetailsModel& model) {
  std::vector<std::string> names;
  for (const DetailsModule& module : model.modules) names.push_back(module.name);
  return names;
}

inline bool misses(const DetailsModel& model, std::string_view level) {
  return std::any_of(model.missing.begin(), model.missing.end(),
                     [&](const DetailsMissing& m) { return m.level == level; });
}

}  // namespace lanescope
