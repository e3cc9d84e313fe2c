// Estimates a kernel's occupancy from its launch and the limits of the device.
#pragma once

#include <cstdint>
#include <optional>

namespace lanescope {

/// Of one multiprocessor; 0: unknown.
struct SmLimits {
  std::uint32_t major = 0, minor = 0;  // compute capability
  std::uint32_t sms = 0, warp_threads = 0, warps_per_sm = 0, blocks_per_sm = 0;
  std::uint64_t shared_per_sm = 0, registers_per_sm = 0;
};

struct KernelUse {
  double blocks = 0, threads = 0;  // of the grid, of a block
  std::uint64_t shared_bytes = 0;  // of a block, static and dynamic
  std::uint64_t registers = 0;     // of a thread
};

/// Resident warps as a share of the maximum of an SM: for the number of blocks that fit on an SM,
/// or its share of the grid if that is less. Matches torch.profiler's "est. achieved occupancy %"
/// (libkineto/src/CudaDeviceProperties.cpp, kernelOccupancy), which follows NVIDIA's
/// cuda_occupancy.h (CUDA 13.0, cudaOccMaxActiveBlocksPerMultiprocessor): the minimum of the limits
/// by warps, blocks, shared memory and registers. Unlike there, a kernel that opted in to more
/// shared memory than the default per block counts with what it used, and not as 0. Carve-outs
/// chosen by the program, clusters and block barriers are ignored. nullopt if the device's limits
/// or its compute capability are unknown, or the launch does not fit them.
std::optional<double> estimated_occupancy(const SmLimits& limits, const KernelUse& kernel);

}  // namespace lanescope
