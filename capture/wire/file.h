// A capture file, complete or still growing: a FileHeader, then chunks, which are appended and
// never modified. A file that ends in the middle of a chunk is valid up to that chunk.
#pragma once

#include <cstdint>

namespace lanescope::wire {

inline constexpr char kFileMagic[8] = {'L', 'A', 'N', 'E', 'S', 'C', 'A', 'P'};
/// Of files; records and rings have kMajor and kMinor. Files of version 1 can be read as well.
inline constexpr std::uint16_t kFileMajor = 2, kFileMinor = 0, kOldestFileMajor = 1;

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
  Records = 0,  // whole records of one channel, in order
  Process = 1,  // a process joined: the text of its Hello, or as of one with why=sampled
  Caps = 2,     // the text of its Caps
  Problem = 3,  // the text of a Problem
  Left = 4,     // a process left: lines "reason=exit|killed|lost", "code="
  Losses = 5,   // losses known to the reader, at the end of each process: counters
  Session = 6,  // command, working folder, options; once, first
  End = 7,      // the capture was closed properly: lines "why=", and counters of what is missing
  Segment = 8,  // in a recording that keeps only the last part: what follows was copied byte by
                // byte from the segment "number=": "what=definitions" only, or "what=all"; "next=":
                // the number of the first chunk behind that segment
  Trigger = 9,  // why the file was saved while its recording went on: "what=", "time_ns="
};

/// `crc` is the CRC-32C of the header with a crc of 0, followed by the payload. The payload is
/// padded to 8 bytes with zeros, which `bytes` does not count.
struct ChunkHeader {
  std::uint32_t magic;
  std::uint16_t kind;  // ChunkKind
  std::uint16_t channel;
  std::uint32_t process;  // from 0, in the order of joining
  /// Counts the chunks of a recording from 1, wherever they are moved, so that one that is missing
  /// or in the file twice is noticed. 0: not counted, since it concerns the file rather than the
  /// recording (Segment, Trigger, End, what began earlier).
  std::uint32_t number;
  std::uint32_t bytes;
  std::uint32_t crc;
  std::int64_t time_ns;  // CLOCK_REALTIME when the chunk was written; 0 for Segment
};
static_assert(sizeof(ChunkHeader) == 32);

/// The number of the chunk behind the one with that number.
constexpr std::uint32_t number_behind(std::uint32_t number) {
  return number == UINT32_MAX ? 1 : number + 1;
}

/// In files of version 1. `crc` is of the payload alone.
struct ChunkHeader1 {
  std::uint32_t magic;
  std::uint32_t kind, process, channel;
  std::uint32_t bytes;
  std::uint32_t crc;
  std::int64_t time_ns;
};
static_assert(sizeof(ChunkHeader1) == sizeof(ChunkHeader));

inline constexpr std::uint32_t kMaxChunkBytes = 64U << 20;

}  // namespace lanescope::wire
