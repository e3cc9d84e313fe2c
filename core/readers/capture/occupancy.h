// Estimates a kernel's occupancy from its launch and the limits of the device.
#pragma once

#include <optional>

#include "capture/wire/records.h"

namespace lanescope {

/// Resident warps as a share of the maximum of an SM: for the number of blocks that fit on an SM,
/// or its share of the grid if that is less. Matches torch.profiler's "est. achieved occupancy %"
/// (libkineto/src/CudaDeviceProperties.cpp, kernelOccupancy), which follows NVIDIA's
/// cuda_occupancy.h (CUDA 13.0, cudaOccMaxActiveBlocksPerMultiprocessor): the minimum of the limits
/// by warps, blocks, shared memory and registers. Unlike there, a kernel that opted in to more
/// shared memory than the default per block counts with what it used, and not as 0. Carve-outs
/// chosen by the program, clusters and block barriers are ignored. nullopt if the device's limits
/// or its compute capability are unknown, or the launch does not fit them.
std::optional<double> estimated_occupancy(const wire::DeviceRecord& device,
                                          const wire::KernelRecord& kernel);

}  // namespace lanescope
