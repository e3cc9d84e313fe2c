// A capture file, also while it grows: a FileHeader, then chunks, appended and never changed. A
// file that ends in the middle of a chunk is whole up to there.
#pragma once

#include <cstdint>

namespace lanescope::wire {

inline constexpr char kFileMagic[8] = {'L', 'A', 'N', 'E', 'S', 'C', 'A', 'P'};

struct FileHeader {
  char magic[8];
  std::uint16_t major, minor;
  std::uint32_t reserved;
  std::int64_t start_ns;  // CLOCK_REALTIME when the capture began
  std::uint64_t reserved2;
};
static_assert(sizeof(FileHeader) == 32);

inline constexpr std::uint32_t kChunkMagic = 0x4B48434CU;  // "LCHK"

enum class ChunkKind : std::uint32_t {
  Records = 0,  // whole records of one channel, as they came
  Process = 1,  // a process joins: the text of its Hello
  Caps = 2,     // the text of its Caps
  Problem = 3,  // the text of a Problem
  Left = 4,     // a process has left: lines "reason=exit|killed|lost", "code="
  Losses =
      5,  // what the reader knows of losses, once at the end of each process: lines of counters
  Session = 6,  // command, working folder, options; once, first
  End = 7,      // the capture was closed in good order: lines "why=", and counters of what is not
                // in the file
  Segment = 8,  // of a recording that keeps its last stretch: what follows comes from the segment
                // "number=", and is "what=definitions" of it or "all" of it, byte by byte
};

/// `crc` is CRC-32C over the payload. The payload is padded to 8 bytes with zeros, which `bytes`
/// does not count.
struct ChunkHeader {
  std::uint32_t magic;
  std::uint32_t kind;     // ChunkKind
  std::uint32_t process;  // counts from 0 in the order of joining
  std::uint32_t channel;
  std::uint32_t bytes;
  std::uint32_t crc;
  std::int64_t time_ns;  // CLOCK_REALTIME when the chunk was written; 0 for Segment
};
static_assert(sizeof(ChunkHeader) == 32);

inline constexpr std::uint32_t kMaxChunkBytes = 64U << 20;

}  // namespace lanescope::wire
