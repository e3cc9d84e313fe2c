// What a runtime or driver call does to the calling thread, judged by its name.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope {

enum class HostCallClass : std::uint8_t {
  Synchronize,  // blocks until the GPU is done: cudaStreamSynchronize, cudaMemcpy, cuMemcpyDtoH
  Allocate,     // allocates or frees driver memory: cudaMalloc, cuMemMap
  Other,
};

/// Recognizes CUDA and HIP names; calls of other vendors are Other. Cost: a few comparisons.
HostCallClass classify_host_call(std::string_view name);

/// Whether an operator or Python function of JAX only waits for results, which its runtime does
/// without a call that the profiler traces: "api.py(3105): block_until_ready",
/// "PjRtStreamExecutorBuffer::Await". Cost: a few comparisons.
bool is_result_wait(std::string_view name);

}  // namespace lanescope
