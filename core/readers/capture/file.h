// Reads the chunks of a capture file in order. A file that is still being written, or whose writer
// was killed, is valid up to its last complete chunk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "capture/wire/file.h"
#include "core/base/bytes/byte_source.h"
#include "core/readers/capture/chunk_sequence.h"

namespace lanescope {

/// Whether a file that starts with `head` is a capture.
bool is_capture(std::string_view head);

struct CaptureChunk {
  wire::ChunkHeader header{};
  std::uint64_t offset = 0;            // of the payload in the file
  std::span<const std::byte> payload;  // valid until the next call
  /// What stands between it and the chunk before it cannot be read, or is missing.
  bool follows_damage = false;

  [[nodiscard]] std::string_view text() const {
    return {reinterpret_cast<const char*>(payload.data()), payload.size()};
  }
};

class CaptureFile {
 public:
  enum class Kind : std::uint8_t {
    Finished,
    Growing,  // next() may return more later, after nullopt
  };
  /// Reads `source` from its beginning. Not owned.
  explicit CaptureFile(ByteSource& source, Kind kind = Kind::Finished)
      : source_(&source), kind_(kind) {}

  /// False if the file is not a capture, is cut off within the header or has another major version;
  /// see header().
  bool read_header();
  [[nodiscard]] const wire::FileHeader& header() const { return header_; }

  /// The next complete chunk; nullopt at the end. Damaged data is skipped up to the next valid
  /// chunk, and so is a chunk that was there before.
  std::optional<CaptureChunk> next();

  struct Damage {
    std::uint64_t bytes = 0;   // that were skipped
    std::uint64_t chunks = 0;  // that cannot be read or are missing; places, if not numbered
    std::uint64_t first = 0;   // offset of the first

    [[nodiscard]] bool any() const { return bytes != 0 || chunks != 0; }
  };
  /// Complete after the last chunk.
  [[nodiscard]] const Damage& damage() const { return damage_; }
  /// The file ends inside a chunk.
  [[nodiscard]] bool cut_off() const { return cut_off_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return at_; }

 private:
  /// Ensures `bytes` from at_ on are in buffer_; false if the file ends first.
  bool want(std::size_t bytes);
  void drop(std::size_t bytes);
  [[nodiscard]] wire::ChunkHeader chunk_header() const;
  [[nodiscard]] bool is_sound(const wire::ChunkHeader& header,
                              std::span<const std::byte> payload) const;
  /// The next chunk that is not damaged.
  std::optional<CaptureChunk> next_sound();
  /// False if it was there before.
  bool count(CaptureChunk& chunk);
  /// What a chunk tells of the numbers of others.
  void read_numbers(CaptureChunk& chunk);
  void end();
  void note_damage(std::uint64_t bytes, std::uint64_t chunks);
  void pass_damage(std::size_t bytes);
  void pass_damaged_chunk(std::size_t bytes);
  [[nodiscard]] bool looks_like_chunk() const;

  ByteSource* source_;
  Kind kind_;
  wire::FileHeader header_{};
  std::vector<std::byte> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // range of valid data in the buffer
  std::uint64_t at_ = 0;             // file offset of begin_
  Damage damage_;
  std::uint64_t counted_bytes_ = 0;  // of the damage: up to the last chunk
  bool passed_damage_ = false;       // since the last chunk that was given out
  ChunkSequence sequence_;
  std::uint64_t vain_bytes_ = 0;  // in chunks with a wrong checksum
  struct Unfinished {
    std::uint64_t at;
    Damage before;
  };
  std::optional<Unfinished> unfinished_;  // a chunk that extends beyond the end of the file
  bool ended_ = false;                    // the source has no more data
  bool cut_off_ = false;
};

}  // namespace lanescope
