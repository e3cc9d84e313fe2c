#include "capture/agent/cupti/sizes.h"

#include <cstring>

#include "capture/agent/cupti/size_changes.h"

namespace lanescope::agent {
namespace {

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
  for (const SizeChange& change : kSizeChanges) {
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

std::uint32_t release_of(std::uint32_t version, const SizeTable& probed) {
  constexpr std::uint32_t kCuda118 = 18, kCuda120 = 19;
  const auto kernels = static_cast<std::uint32_t>(cupti::Kind::ConcurrentKernel);
  const bool is_later = probed.of(kernels) == sizes_of_version(kCuda120).of(kernels);
  return version == kCuda118 && is_later ? kCuda120 : version;
}

CudaVersion cuda_of(std::uint32_t version) {
  if (version >= 130000) return {version / 10000, version / 100 % 100, version % 100};
  for (const Release& release : kReleases) {
    if (release.version == version) return release.cuda;
  }
  return {};
}

}  // namespace lanescope::agent
