// How much of an SM a kernel can keep busy, from its launch and the limits of its device.
#pragma once

#include <optional>

#include "capture/wire/records.h"

namespace lanescope {

/// Warps that are resident at once as a share of what an SM holds: the blocks that fit an SM at
/// once, or those it gets of the grid where that is less. As torch.profiler's "est. achieved
/// occupancy %" (libkineto/src/CudaDeviceProperties.cpp, kernelOccupancy), which goes by NVIDIA's
/// cuda_occupancy.h (CUDA 13.0, cudaOccMaxActiveBlocksPerMultiprocessor): the least of the limits
/// by warps, blocks, shared memory and registers. Unlike there, a kernel that was allowed more
/// shared memory than a block has by default counts with what it used, and not as 0. What takes the
/// SM for other reasons (carve-outs that the program chose, clusters, block barriers) is not looked
/// at. nullopt where the device's limits are not known, and for compute capabilities that the
/// source does not know.
std::optional<double> estimated_occupancy(const wire::DeviceRecord& device,
                                          const wire::KernelRecord& kernel);

}  // namespace lanescope
