#include "capture/agent/gpu.h"

namespace lanescope::agent {

void arm_gpu() {}
void forget_gpu() {}
void flush_gpu(bool /*forced*/) {}
std::uint64_t drain_gpu(Lane& /*lane*/) {
  return 0;
}
void watch_for_conflict(Lane& /*lane*/, std::int64_t /*now*/) {}
void take_back_gpu(Lane& /*lane*/) {}
void leave_out(std::int64_t /*from*/, std::int64_t /*until*/) {}
void stop_gpu() {}
std::int64_t gpu_clock_ns() {
  return 0;
}
void add_gpu_stats(wire::StatsRecord& /*stats*/) {}

}  // namespace lanescope::agent
