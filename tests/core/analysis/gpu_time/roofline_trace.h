// Traces for rooflines: operators with known shapes, each with a kernel, on a GPU with known peak
// rates.
#pragma once

#include <string>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

/// V100: 125 TFLOP/s in float16, 15.7 in float32, 900 GB/s.
inline const std::string kV100 =
    R"("deviceProperties": [{"id": 0, "name": "Tesla V100-SXM2-16GB", "totalGlobalMem": 16945512448, "numSms": 80}])";

/// Arguments of an operator with two inputs of the same type.
inline std::string shapes(const std::string& dims, const std::string& type) {
  return R"("Input Dims": )" + dims + R"(, "Input type": [")" + type + R"(", ")" + type + R"("])";
}

/// An operator that launches one kernel; `i` makes its times and ids unique.
inline void add_op(TraceText& trace, int i, const std::string& name, const std::string& args,
                   const std::string& kernel, const std::string& dur) {
  const std::string ts = std::to_string(i * 100), id = std::to_string(i + 1);
  trace.cpu("cpu_op", name, ts, "50", args);
  trace.cpu("cuda_runtime", "cudaLaunchKernel", std::to_string(i * 100 + 1), "1",
            R"("correlation":)" + id);
  trace.kernel(kernel, std::to_string(i * 100 + 10), dur, id);
}

}  // namespace lanescope
