// A recording taken apart into its chunks, by code that shares nothing with the program's readers,
// and put together again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "capture/wire/file.h"

namespace lanescope {

struct RecordingChunk {
  wire::ChunkHeader header{};
  std::string payload;
};

/// nullopt where anything but whole chunks with right sums stands behind the header; `has_header`:
/// a file begins with one, its parts do not.
std::optional<std::vector<RecordingChunk>> chunks_of(std::string_view bytes, bool has_header);

/// Chunks as bytes, with lengths and sums as their payloads have them.
std::string bytes_of(const std::vector<RecordingChunk>& chunks);

/// How often something happened by the records of whole chunks. Records whose end or definition
/// nothing says more about are one event each.
struct RecordedCounts {
  std::int64_t gpu_work = 0;  // kernels, copies, sets, graphs
  std::int64_t calls = 0;     // into CUDA
  std::int64_t ranges = 0;    // NVTX: pushed, started, ended by another thread, marked
};
RecordedCounts count_records(const std::vector<RecordingChunk>& chunks);

}  // namespace lanescope
