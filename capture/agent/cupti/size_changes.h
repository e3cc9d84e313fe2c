// Which records grew in which version of CUPTI: known at compile time, so that the headers of each
// version can be compared with it.
#pragma once

#include <cstdint>

#include "capture/agent/cupti/cupti_abi.h"

namespace lanescope::agent {

struct SizeChange {
  std::uint32_t since;  // release number, see release_of
  cupti::Kind kind;
  std::uint16_t bytes;
};

/// Sorted by version.
inline constexpr SizeChange kSizeChanges[] = {
    // CUDA 11.8
    {18, cupti::Kind::Memcpy, 88},
    {18, cupti::Kind::Memset, 88},
    {18, cupti::Kind::Kernel, 200},
    {18, cupti::Kind::Driver, 40},
    {18, cupti::Kind::Runtime, 40},
    {18, cupti::Kind::Device, 176},
    {18, cupti::Kind::Context, 16},
    {18, cupti::Kind::ConcurrentKernel, 200},
    {18, cupti::Kind::Name, 32},
    {18, cupti::Kind::Marker, 56},
    {18, cupti::Kind::MarkerData, 32},
    {18, cupti::Kind::Overhead, 40},
    {18, cupti::Kind::Environment, 40},
    {18, cupti::Kind::MemcpyPeer, 96},
    {18, cupti::Kind::UnifiedMemoryCounter, 64},
    {18, cupti::Kind::CudaEvent, 24},
    {18, cupti::Kind::Stream, 24},
    {18, cupti::Kind::Synchronization, 40},
    {18, cupti::Kind::ExternalCorrelation, 24},
    {18, cupti::Kind::Memory2, 120},
    {18, cupti::Kind::MemoryPool, 72},
    {18, cupti::Kind::GraphTrace, 48},
    {18, cupti::Kind::Jit, 64},
    // CUDA 12.0
    {19, cupti::Kind::Kernel, 208},
    {19, cupti::Kind::ConcurrentKernel, 208},
    // CUDA 12.2
    {20, cupti::Kind::Device, 184},
    // CUDA 12.3
    {21, cupti::Kind::Overhead, 48},
    {21, cupti::Kind::GraphTrace, 56},
    // CUDA 12.4
    {22, cupti::Kind::Context, 24},
    {22, cupti::Kind::Overhead, 56},
    {22, cupti::Kind::Jit, 72},
    // CUDA 12.5
    {23, cupti::Kind::Context, 32},
    // CUDA 12.6
    {24, cupti::Kind::Memory2, 128},
    // CUDA 12.8
    {26, cupti::Kind::Memcpy, 96},
    {26, cupti::Kind::CudaEvent, 56},
    {26, cupti::Kind::Synchronization, 56},
    {26, cupti::Kind::UnifiedMemoryCounter, 104},
    // CUDA 13.0
    {130000, cupti::Kind::Kernel, 216},
    {130000, cupti::Kind::ConcurrentKernel, 216},
    {130000, cupti::Kind::MarkerData, 40},
    {130000, cupti::Kind::MemoryPool, 80},
    // CUDA 13.1
    {130100, cupti::Kind::Kernel, 224},
    {130100, cupti::Kind::ConcurrentKernel, 224},
    {130100, cupti::Kind::Context, 40},
    // CUDA 13.2
    {130200, cupti::Kind::Device, 192},
    // CUDA 13.3
    {130300, cupti::Kind::Kernel, 232},
    {130300, cupti::Kind::ConcurrentKernel, 232},
    // CUDA 13.4
    {130400, cupti::Kind::Kernel, 248},
    {130400, cupti::Kind::ConcurrentKernel, 248},
    {130400, cupti::Kind::Memcpy, 112},
    {130400, cupti::Kind::Memset, 104},
    // CUDA 13.5
    {130500, cupti::Kind::CudaEvent, 80},
};

/// 0: the kind is not in the table.
constexpr std::size_t size_in(std::uint32_t version, cupti::Kind kind) {
  std::size_t bytes = 0;
  for (const SizeChange& change : kSizeChanges) {
    if (change.since <= version && change.kind == kind) bytes = change.bytes;
  }
  return bytes;
}

}  // namespace lanescope::agent
