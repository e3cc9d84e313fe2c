#include "tests/fuzz/recordings/recording_chunks.h"

#include <cstring>

#include "capture/wire/records.h"

namespace lanescope {
namespace {

/// CRC-32C bit by bit: slow, and sure.
std::uint32_t sum_of(std::string_view bytes) {
  std::uint32_t sum = 0xFFFFFFFFU;
  for (const char c : bytes) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1U ^ ((sum & 1U) != 0 ? 0x82F63B78U : 0U);
  }
  return ~sum;
}

std::uint32_t sum_of(wire::ChunkHeader header, std::string_view payload) {
  header.crc = 0;
  std::string all(reinterpret_cast<const char*>(&header), sizeof header);
  return sum_of(all.append(payload));
}

std::size_t padded(std::size_t bytes) {
  return (bytes + 7) / 8 * 8;
}

void count_record(wire::RecordType type, RecordedCounts& counts) {
  switch (type) {
    case wire::RecordType::Kernel:
    case wire::RecordType::Memcpy:
    case wire::RecordType::Memset:
    case wire::RecordType::Graph:
      ++counts.gpu_work;
      break;
    case wire::RecordType::ApiBegin:
    case wire::RecordType::Api:
      ++counts.calls;
      break;
    case wire::RecordType::RangePush:
    case wire::RecordType::RangeStart:
    case wire::RecordType::RangeEnd:
    case wire::RecordType::Mark:
      ++counts.ranges;
      break;
    default:
      break;
  }
}

}  // namespace

std::optional<std::vector<RecordingChunk>> chunks_of(std::string_view bytes, bool has_header) {
  if (has_header) {
    const bool known = bytes.size() >= sizeof(wire::FileHeader) &&
                       std::memcmp(bytes.data(), wire::kFileMagic, sizeof wire::kFileMagic) == 0;
    if (!known) return std::nullopt;
    bytes.remove_prefix(sizeof(wire::FileHeader));
  }
  std::vector<RecordingChunk> chunks;
  while (!bytes.empty()) {
    RecordingChunk chunk;
    if (bytes.size() < sizeof chunk.header) return std::nullopt;
    std::memcpy(&chunk.header, bytes.data(), sizeof chunk.header);
    bytes.remove_prefix(sizeof chunk.header);
    if (chunk.header.magic != wire::kChunkMagic || padded(chunk.header.bytes) > bytes.size())
      return std::nullopt;
    chunk.payload = bytes.substr(0, chunk.header.bytes);
    if (sum_of(chunk.header, chunk.payload) != chunk.header.crc) return std::nullopt;
    bytes.remove_prefix(padded(chunk.header.bytes));
    chunks.push_back(std::move(chunk));
  }
  return chunks;
}

std::string bytes_of(const std::vector<RecordingChunk>& chunks) {
  std::string bytes;
  for (const RecordingChunk& chunk : chunks) {
    wire::ChunkHeader header = chunk.header;
    header.bytes = static_cast<std::uint32_t>(chunk.payload.size());
    header.crc = sum_of(header, chunk.payload);
    bytes.append(reinterpret_cast<const char*>(&header), sizeof header);
    bytes += chunk.payload;
    bytes.append(padded(chunk.payload.size()) - chunk.payload.size(), '\0');
  }
  return bytes;
}

RecordedCounts count_records(const std::vector<RecordingChunk>& chunks) {
  RecordedCounts counts;
  for (const RecordingChunk& chunk : chunks) {
    // Of a channel that can not be, the chunk is one fault: who knows what its records are.
    constexpr std::uint32_t kMost = 1U << 16U;
    const bool may_be = chunk.header.process < kMost;
    if (chunk.header.kind != static_cast<std::uint16_t>(wire::ChunkKind::Records) || !may_be)
      continue;
    std::string_view rest = chunk.payload;
    wire::RecordHeader header;
    while (rest.size() >= sizeof header) {
      std::memcpy(&header, rest.data(), sizeof header);
      const std::size_t size = header.words * wire::kWord;
      if (size == 0 || size > rest.size()) break;
      count_record(static_cast<wire::RecordType>(header.type), counts);
      rest.remove_prefix(size);
    }
  }
  return counts;
}

}  // namespace lanescope
