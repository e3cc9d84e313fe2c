// Where the text of a trace comes from. "Text offsets" are positions in the decoded UTF-8 text: for
// a plain file they are file offsets; for .gz, .zst and UTF-16, positions after decoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/base/result.h"

namespace lanescope {

/// Reads the text sequentially and, later, any part of it again.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Reads the next bytes of the text into `out` and returns how many there were (0 only at the end
  /// of the text). A truncated or corrupt stream is not an error here: whatever can be decoded is
  /// returned, then the end; `damage()` says what is wrong. One thread at a time.
  virtual std::size_t read(std::span<char> out) = 0;

  /// Reads text [offset, offset + out.size()) again; fewer bytes at the end. Meant for parts that
  /// read() has already passed; beyond them it works too, but decodes everything in between.
  /// Several threads may call it, even during read(); all sources except plain files serve one
  /// caller at a time. Cost: a plain file, one pread; .gz, inflating at most 8 MiB from the nearest
  /// resume point (1 ms on average); .zst, decoding from the start of the frame (about 0.3 s per GB
  /// of preceding text) unless the previous call was for a position shortly before. Errors:
  /// Unreadable, from plain files only; other sources report the end of the text.
  virtual Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) = 0;

  /// The size if several threads may call read_at freely instead of read(), as for plain files.
  [[nodiscard]] virtual std::optional<std::uint64_t> random_access_size() const {
    return std::nullopt;
  }

  /// How many bytes are best read at once, by read_at of a source with random access.
  [[nodiscard]] virtual std::size_t piece_bytes() const { return std::size_t{2} << 20U; }
  /// How many threads should wait in read_at while others keep all cores busy: more than none where
  /// another process does the reading.
  [[nodiscard]] virtual unsigned reads_beside_work() const { return 0; }

  /// Bytes of the file on disk, and how many of them read() has consumed (for progress).
  [[nodiscard]] virtual std::uint64_t file_bytes() const = 0;
  [[nodiscard]] virtual std::uint64_t consumed_bytes() const = 0;

  /// One line about a truncated or corrupt stream ("gzip stream is truncated"); empty if it is
  /// sound.
  [[nodiscard]] virtual std::string damage() const { return {}; }
  /// Whether all that is wrong is that it ends too early.
  [[nodiscard]] virtual bool is_cut() const { return false; }

  /// Whether the part of the file that existed when it was opened has been modified or truncated.
  /// Text that was or will be read may then mix both versions. A file that has grown, or has been
  /// replaced by another one, remains readable as it was. For a large file, only samples are
  /// compared. Any thread; makes system calls.
  [[nodiscard]] virtual bool changed() const { return false; }

  /// Bytes held for read_at (resume points, cached blocks).
  [[nodiscard]] virtual std::size_t memory_bytes() const { return 0; }
};

/// Opens a file, recognizing its format by the first bytes, not by the name: gzip (multi-member),
/// zstd (several frames), UTF-16 with a byte order mark, otherwise plain (a UTF-8 byte order mark
/// is skipped, so text offset 0 is the byte after it). Errors: NotFound, Unreadable (a directory,
/// no permission), each with a message for the user.
Result<std::unique_ptr<ByteSource>> open_byte_source(const std::string& path);

/// The same for any source, which is read from its start.
std::unique_ptr<ByteSource> decoded_source(std::unique_ptr<ByteSource> raw);

/// The same for bytes in memory, for tests and pipes. If `slow_reads` > 0, each read() of these
/// bytes returns at most that many and there is no random access, as with a stream.
std::unique_ptr<ByteSource> memory_byte_source(std::string text, std::size_t slow_reads = 0);

// For sources with random access: read() is read_at() at an advancing position.

class PositionedSource : public ByteSource {
 public:
  /// Treats a read error as the end.
  std::size_t read(std::span<char> out) final {
    const auto got = read_at(position_, out);
    if (!got.ok()) return 0;
    position_ += got.value();
    return got.value();
  }

 protected:
  explicit PositionedSource(std::uint64_t from = 0) : position_(from) {}
  /// Where read() continues.
  [[nodiscard]] std::uint64_t position() const { return position_; }

 private:
  std::uint64_t position_;
};

// Reading the text of a source a second time.

/// Reads `below`, which must outlive it, with read_at from text offset `from` on; a read error is
/// treated as the end.
std::unique_ptr<ByteSource> again_source(ByteSource& below, std::uint64_t from = 0);

// Bytes that are already in memory.

/// `bytes` as they are. If `slow_reads` > 0, each read() returns at most that many and there is no
/// random access, as with a stream.
std::unique_ptr<ByteSource> raw_memory_source(std::string bytes, std::size_t slow_reads);

}  // namespace lanescope
