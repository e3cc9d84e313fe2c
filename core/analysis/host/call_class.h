// What a call of the runtime or the driver does to the thread that makes it, told by its name.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope {

enum class HostCallClass : std::uint8_t {
  Synchronize,  // comes back when the GPU is done: cudaStreamSynchronize, cudaMemcpy, cuMemcpyDtoH
  Allocate,     // takes memory from the driver or gives it back: cudaMalloc, cuMemMap
  Other,
};

/// Of CUDA's and HIP's names; calls of other vendors are Other. Cost: a few comparisons.
HostCallClass classify_host_call(std::string_view name);

}  // namespace lanescope
