// [memory] records with correct totals, for hand-written traces.
#pragma once

#include <cstdint>
#include <string>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

/// Records of CUDA 0 on the main thread. Times are in µs; a negative size frees the address.
class MemoryRecords {
 public:
  explicit MemoryRecords(TraceText& trace, std::int64_t before = 0)
      : trace_(trace), total_(before) {}

  MemoryRecords& operator()(int time_us, std::int64_t bytes, std::int64_t address) {
    total_ += bytes;
    trace_.instant("[memory]", std::to_string(time_us),
                   R"("Device Type":1,"Device Id":0,"Addr":)" + std::to_string(address) +
                       R"(,"Bytes":)" + std::to_string(bytes) + R"(,"Total Allocated":)" +
                       std::to_string(total_) + R"(,"Total Reserved":8192)");
    return *this;
  }

 private:
  TraceText& trace_;
  std::int64_t total_;
};

}  // namespace lanescope
