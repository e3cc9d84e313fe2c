#include "capture/agent/cupti/sizes.h"

#include <cstring>

namespace lanescope::agent {
namespace {

using cupti::Kind;

struct Change {
  std::uint32_t since;  // cuptiGetVersion
  Kind kind;
  std::uint16_t bytes;
};

/// Sorted by version.
constexpr Change kChanges[] = {
    // CUDA 11.8
    {18, Kind::Memcpy, 88},
    {18, Kind::Memset, 88},
    {18, Kind::Kernel, 200},
    {18, Kind::Driver, 40},
    {18, Kind::Runtime, 40},
    {18, Kind::Device, 176},
    {18, Kind::Context, 16},
    {18, Kind::ConcurrentKernel, 200},
    {18, Kind::Name, 32},
    {18, Kind::Marker, 56},
    {18, Kind::MarkerData, 32},
    {18, Kind::Overhead, 40},
    {18, Kind::Environment, 40},
    {18, Kind::MemcpyPeer, 96},
    {18, Kind::UnifiedMemoryCounter, 64},
    {18, Kind::CudaEvent, 24},
    {18, Kind::Stream, 24},
    {18, Kind::Synchronization, 40},
    {18, Kind::ExternalCorrelation, 24},
    {18, Kind::Memory2, 120},
    {18, Kind::MemoryPool, 80},
    {18, Kind::GraphTrace, 48},
    {18, Kind::Jit, 64},
    // CUDA 12.0
    {19, Kind::Kernel, 208},
    {19, Kind::ConcurrentKernel, 208},
    // CUDA 12.2
    {20, Kind::Overhead, 48},
    {20, Kind::Device, 184},
    // CUDA 12.3
    {21, Kind::GraphTrace, 56},
    // CUDA 12.4
    {22, Kind::Context, 24},
    {22, Kind::Overhead, 56},
    {22, Kind::Jit, 72},
    // CUDA 12.6
    {24, Kind::Context, 32},
    {24, Kind::Memory2, 128},
    // CUDA 12.8
    {26, Kind::Memcpy, 96},
    {26, Kind::CudaEvent, 56},
    {26, Kind::Synchronization, 56},
    {26, Kind::UnifiedMemoryCounter, 104},
    // CUDA 13.0
    {130000, Kind::Kernel, 216},
    {130000, Kind::ConcurrentKernel, 216},
    {130000, Kind::MarkerData, 40},
};

struct Release {
  std::uint32_t version;  // cuptiGetVersion
  CudaVersion cuda;
};
constexpr Release kReleases[] = {
    {18, {11, 8, 0}}, {19, {12, 0, 0}}, {20, {12, 2, 0}}, {21, {12, 3, 0}}, {22, {12, 4, 0}},
    {23, {12, 5, 0}}, {24, {12, 6, 0}}, {26, {12, 8, 0}}, {27, {12, 9, 0}}, {28, {12, 9, 1}}};

}  // namespace

SizeTable sizes_of_version(std::uint32_t version) {
  SizeTable sizes;
  for (const Change& change : kChanges) {
    if (change.since <= version)
      sizes.bytes[static_cast<std::uint32_t>(change.kind)] = change.bytes;
  }
  return sizes;
}

SizeTable probe_sizes(NextRecord next) {
  alignas(8) static std::uint8_t buffer[2048];
  SizeTable sizes;
  for (std::uint32_t kind = 1; kind < cupti::kKindCount; ++kind) {
    // Wherever the second record starts, it is of the same kind.
    for (std::size_t at = 0; at < sizeof buffer; at += 8) {
      const std::uint64_t word = kind;
      std::memcpy(buffer + at, &word, sizeof word);
    }
    std::uint8_t* record = nullptr;
    if (next(buffer, sizeof buffer, &record) != cupti::kSuccess || record != buffer) continue;
    if (next(buffer, sizeof buffer, &record) != cupti::kSuccess || record <= buffer) continue;
    const auto bytes = static_cast<std::size_t>(record - buffer);
    if (bytes <= sizeof buffer / 2 && bytes % 8 == 0)
      sizes.bytes[kind] = static_cast<std::uint16_t>(bytes);
  }
  return sizes;
}

SizeTable choose_sizes(std::uint32_t version, const SizeTable& probed, bool& differs) {
  SizeTable sizes = sizes_of_version(version);
  differs = false;
  for (std::uint32_t kind = 0; kind < cupti::kKindCount; ++kind) {
    if (probed.bytes[kind] == 0) continue;
    differs = differs || (sizes.bytes[kind] != 0 && sizes.bytes[kind] != probed.bytes[kind]);
    sizes.bytes[kind] = probed.bytes[kind];
  }
  return sizes;
}

CudaVersion cuda_of(std::uint32_t version) {
  if (version >= 130000) return {version / 10000, version / 100 % 100, version % 100};
  for (const Release& release : kReleases) {
    if (release.version == version) return release.cuda;
  }
  return {};
}

}  // namespace lanescope::agent
