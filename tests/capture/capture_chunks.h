// A capture file split into chunks, to inspect its contents.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "capture/wire/file.h"
#include "capture/wire/records.h"
#include "core/base/bytes/crc32c.h"

namespace lanescope {

struct ReadChunk {
  wire::ChunkHeader header;
  std::string payload;

  [[nodiscard]] bool is(wire::ChunkKind kind) const {
    return header.kind == static_cast<std::uint16_t>(kind);
  }
};

struct CaptureChunks {
  bool header = false;         // the file header is complete
  std::vector<ReadChunk> all;  // up to the first incomplete one or wrong checksum
  std::size_t rest = 0;        // bytes after them

  [[nodiscard]] std::vector<std::string> texts(wire::ChunkKind kind) const {
    std::vector<std::string> found;
    for (const ReadChunk& chunk : all) {
      if (chunk.is(kind)) found.push_back(chunk.payload);
    }
    return found;
  }

  /// Records of one channel, one after another.
  [[nodiscard]] std::string records(std::uint32_t process, std::uint32_t channel) const {
    std::string joined;
    for (const ReadChunk& chunk : all) {
      if (chunk.is(wire::ChunkKind::Records) && chunk.header.process == process &&
          chunk.header.channel == channel)
        joined += chunk.payload;
    }
    return joined;
  }
};

/// The chunk header at that place in a file of version 1 or the current one.
inline wire::ChunkHeader header_in(const std::string& bytes, std::size_t at, bool is_old) {
  wire::ChunkHeader header{};
  std::memcpy(&header, bytes.data() + at, sizeof header);
  if (!is_old) return header;
  wire::ChunkHeader1 old{};
  std::memcpy(&old, bytes.data() + at, sizeof old);
  return {old.magic,
          static_cast<std::uint16_t>(old.kind),
          static_cast<std::uint16_t>(old.channel),
          old.process,
          0,
          old.bytes,
          old.crc,
          old.time_ns};
}

inline std::uint32_t crc_of(const ReadChunk& chunk, bool is_old) {
  wire::ChunkHeader without = chunk.header;
  without.crc = 0;
  const std::uint32_t of_header = is_old ? 0 : crc32c(std::as_bytes(std::span(&without, 1)));
  return crc32c(std::as_bytes(std::span(chunk.payload)), of_header);
}

inline CaptureChunks take_apart(const std::string& bytes) {
  CaptureChunks chunks;
  wire::FileHeader file{};
  std::size_t at = sizeof file;
  std::memcpy(&file, bytes.data(), std::min(at, bytes.size()));
  chunks.header = bytes.size() >= at &&
                  std::memcmp(bytes.data(), wire::kFileMagic, sizeof wire::kFileMagic) == 0;
  if (!chunks.header) return chunks;
  const bool is_old = file.major < wire::kFileMajor;
  while (bytes.size() - at >= sizeof(wire::ChunkHeader)) {
    ReadChunk chunk{};
    chunk.header = header_in(bytes, at, is_old);
    const std::size_t padded = (chunk.header.bytes + std::size_t{7}) / 8 * 8;
    if (chunk.header.magic != wire::kChunkMagic || bytes.size() - at - sizeof chunk.header < padded)
      break;
    chunk.payload = bytes.substr(at + sizeof chunk.header, chunk.header.bytes);
    if (crc_of(chunk, is_old) != chunk.header.crc) break;
    at += sizeof chunk.header + padded;
    chunks.all.push_back(std::move(chunk));
  }
  chunks.rest = bytes.size() - at;
  return chunks;
}

inline std::string content_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The times of the marks among records, in order.
inline std::vector<std::int64_t> mark_times(const std::string& records) {
  std::vector<std::int64_t> times;
  for (std::size_t at = 0; at + sizeof(wire::RecordHeader) <= records.size();) {
    wire::MarkRecord mark{};
    std::memcpy(&mark.header, records.data() + at, sizeof mark.header);
    if (mark.header.words == 0) break;
    if (mark.header.type == static_cast<std::uint16_t>(wire::RecordType::Mark)) {
      std::memcpy(&mark, records.data() + at, sizeof mark);
      times.push_back(mark.time_ns);
    }
    at += mark.header.words * wire::kWord;
  }
  return times;
}

/// Whether the times are 0, 1, 2 … count - 1.
inline bool counts_up_to(const std::vector<std::int64_t>& times, std::int64_t count) {
  std::int64_t expected = 0;
  for (const std::int64_t time : times) {
    if (time != expected++) return false;
  }
  return expected == count;
}

}  // namespace lanescope
