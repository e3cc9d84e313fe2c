// Traces of three ranks of which the second is late once: five collectives that end at 100, 200,
// 320, 450 and 600 µs, with a kernel before each except the first.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ranks/ranks.h"
#include "tests/core/analysis/hand_made_trace.h"

namespace lanescope {

inline std::string late_rank_collective(const std::string& ts, const std::string& dur,
                                        const std::string& args = "") {
  return gpu_slice("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)", ts, dur, args,
                   "20");
}

/// What all ranks do; the third collective begins when the rank is ready for it. `more` is what
/// else the rank does, `third_args` are arguments of the third collective.
inline HandMadeTrace late_rank_trace(int ready_us, const std::vector<std::string>& more = {},
                                     const std::string& third_args = "") {
  std::vector<std::string> events = {
      late_rank_collective("50", "50"),
      gpu_slice("kernel", "gemm", "100", "40"),
      late_rank_collective("150", "50"),
      gpu_slice("kernel", "gemm", "200", "40"),
      late_rank_collective(std::to_string(ready_us), std::to_string(320 - ready_us), third_args),
      gpu_slice("kernel", "gemm", "320", "40"),
      late_rank_collective("400", "50"),
      gpu_slice("kernel", "gemm", "450", "40"),
      late_rank_collective("550", "50"),
  };
  events.insert(events.end(), more.begin(), more.end());
  return HandMadeTrace(events);
}

inline RunFacts facts_of(const std::vector<const HandMadeTrace*>& traces) {
  RunFacts facts;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const HandMadeTrace& trace = *traces[i];
    const AnalysisResults results(*trace, whole_window(),
                                  [&](EventId event) { return trace.json(event); });
    facts.add({static_cast<std::int64_t>(i), results});
  }
  return facts;
}

}  // namespace lanescope
