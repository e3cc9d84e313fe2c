// Where the text of a trace comes from. A source speaks of "text offsets": positions in the decoded
// UTF-8 text, which for a plain file are file offsets and for .gz, .zst or UTF-16 are positions
// after decoding.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lanescope {

/// Reads the text front to back and, later, any part of it again.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// The next bytes of the text into `out`: how many were written (0 only at the end of the text).
  /// A cut-off or corrupt stream is not an error here: what can be decoded is delivered, then the
  /// end; `damage()` tells. One thread at a time.
  virtual std::size_t read(std::span<char> out) = 0;

  /// Text [offset, offset + out.size()) again, fewer bytes at the end. Meant for parts read() has
  /// passed already; further on it works too but decodes all that lies between. Several threads may
  /// call it, also beside read(); all but plain files answer one at a time. Cost: a plain file one
  /// pread; .gz inflates at most 8 MiB from the nearest resume point (1 ms on average); .zst
  /// decodes from the start of the frame (about 0.3 s per GB of text in front) unless the last
  /// question was shortly before. Errors: Unreadable, from plain files only; elsewhere it looks
  /// like the end.
  virtual Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) = 0;

  /// Whether several threads may call read_at freely instead of read(): true for plain files, whose
  /// size is known.
  [[nodiscard]] virtual std::optional<std::uint64_t> random_access_size() const {
    return std::nullopt;
  }

  /// Bytes of the file on disk, and how many of them read() has consumed (for progress).
  [[nodiscard]] virtual std::uint64_t file_bytes() const = 0;
  [[nodiscard]] virtual std::uint64_t consumed_bytes() const = 0;

  /// One line about a stream that ended early or is corrupt ("gzip stream is truncated"), empty
  /// when sound.
  [[nodiscard]] virtual std::string damage() const { return {}; }

  /// Whether the file does not begin any more with what it was when it was opened: somebody has
  /// written to it or cut it. What was or will be read may then be of both. A file that grew, or
  /// that another one took the place of, stays readable as it was. Of a large file pieces are
  /// compared. Any thread; asks the system.
  [[nodiscard]] virtual bool changed() const { return false; }

  /// Bytes held for read_at (resume points, cached blocks).
  [[nodiscard]] virtual std::size_t memory_bytes() const { return 0; }
};

/// Opens a file by its first bytes, not by its name: gzip (multi-member), zstd (several frames),
/// UTF-16 with a byte order mark, else plain (a UTF-8 byte order mark is skipped, so text offset 0
/// is the byte after it). Errors: NotFound, Unreadable (a directory, no permission), each a line a
/// user understands.
Result<std::unique_ptr<ByteSource>> open_byte_source(const std::string& path);

/// The same over any bytes, which are read from their start.
std::unique_ptr<ByteSource> decoded_source(std::unique_ptr<ByteSource> raw);

/// The same over bytes in memory, for tests and pipes. `slow_reads` > 0: each read() of these bytes
/// gives at most that many and there is no random access, as with a stream.
std::unique_ptr<ByteSource> memory_byte_source(std::string text, std::size_t slow_reads = 0);

}  // namespace lanescope
