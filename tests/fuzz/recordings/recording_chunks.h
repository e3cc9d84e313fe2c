// Splits a recording into its chunks, with code that shares nothing with the program's readers, and
// joins them again.
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

/// nullopt if anything other than whole chunks with correct checksums follows the header;
/// `has_header`: a file starts with one, its segments do not.
std::optional<std::vector<RecordingChunk>> chunks_of(std::string_view bytes, bool has_header);

/// The chunks as bytes, with lengths and checksums computed from their payloads.
std::string bytes_of(const std::vector<RecordingChunk>& chunks);

/// How many events the records of whole chunks describe. A record without a matching end or
/// definition counts as one event.
struct RecordedCounts {
  std::int64_t gpu_work = 0;  // kernels, copies, fills, graphs
  std::int64_t calls = 0;     // CUDA calls
  std::int64_t ranges = 0;    // NVTX: pushes, starts, ends by another thread, marks
};
RecordedCounts count_records(const std::vector<RecordingChunk>& chunks);

}  // namespace lanescope
