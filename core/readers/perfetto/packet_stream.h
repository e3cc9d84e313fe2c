// The packets of a file, one after the other, with those inside compressed packets in their place.
// An event's Place is where its packet is. Packets inside a compressed one have places from
// kUnpackedBase on: there, the decompressed bytes of all of them follow each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/readers/perfetto/packet_batch.h"

namespace lanescope::perfetto {

/// Half of what a Place can express; no file is that long.
inline constexpr std::uint64_t kUnpackedBase = std::uint64_t{1} << 39U;

/// Decompressed bytes, and what they were decompressed from.
struct Bundle {
  std::uint64_t begin = 0;  // from kUnpackedBase on
  std::uint64_t size = 0;
  std::uint64_t packed_at = 0;  // in the file, or in another bundle
  std::uint64_t packed_size = 0;
  std::uint64_t in_file = 0;  // see PacketBytes
  bool zstd = false;
};

/// The decompressed bytes of a compressed packet; nullopt if they are damaged or too many.
std::optional<std::string> unpack(std::string_view packed, bool zstd);

class PacketStream {
 public:
  explicit PacketStream(ByteSource& source) : source_(&source) {}

  /// Adds packets of the file to an empty batch, until they have `bytes` bytes together. False if
  /// there are no more. Those inside compressed ones are not among them: see enter().
  bool next_batch(PacketBatch& batch, std::size_t bytes);
  /// next_inside() returns the packets inside this one, before those of the one that it was in.
  /// `packed` is within its bytes. False if they cannot be decompressed.
  bool enter(const PacketBytes& packet, std::string_view packed, bool zstd);
  /// nullopt if all compressed packets are read. The bytes are valid until the next call.
  std::optional<PacketBytes> next_inside();

  [[nodiscard]] std::uint64_t bytes_read() const { return window_at_ + window_.size(); }
  /// Bytes that belong to no packet, and where the first of them are.
  [[nodiscard]] std::uint64_t damaged_bytes() const { return damaged_bytes_; }
  [[nodiscard]] std::uint64_t first_damage() const { return first_damage_; }
  /// Whether the file, or a compressed packet, ends within a packet, and where that begins.
  [[nodiscard]] std::optional<std::uint64_t> cut_off() const { return cut_off_; }
  [[nodiscard]] std::vector<Bundle> take_bundles() { return std::move(bundles_); }

 private:
  enum class Step : std::uint8_t { Packet, Other, Short, Broken };
  struct Taken {
    Step step;
    std::size_t at = 0;    // where the packet's bytes begin
    std::size_t size = 0;  // of it, or of the other field from its tag on
  };
  /// What begins at `at` of the text.
  static Taken look(std::string_view text, std::size_t at);
  /// Where the next run of packets begins, or the end.
  static std::size_t next_run(std::string_view text, std::size_t from);

  std::optional<PacketBytes> next_of_file();
  std::shared_ptr<std::string> buffer_of(std::size_t size);
  bool fill();
  void skip_damage(std::uint64_t in_file, std::uint64_t at, std::uint64_t bytes);

  struct Level {
    std::string text;
    std::size_t at = 0;
    std::uint64_t begin = 0;
    std::uint64_t in_file = 0;
  };

  ByteSource* source_;
  std::shared_ptr<std::string> buffer_;
  std::vector<std::shared_ptr<std::string>> used_;  // also by batches, until those are cleared
  std::string_view window_;                         // of the buffer
  std::uint64_t window_at_ = 0;                     // its offset in the file
  std::size_t at_ = 0;                              // in the window
  bool ended_ = false;
  std::vector<Level> levels_;  // compressed packets that are being read, the innermost last
  std::vector<Bundle> bundles_;
  std::uint64_t unpacked_ = 0;
  // The file is read ahead of the compressed packets in it, so the first is not that told first.
  std::uint64_t damaged_bytes_ = 0, first_damage_ = 0, first_damage_in_file_ = 0;
  std::optional<std::uint64_t> cut_off_;
};

}  // namespace lanescope::perfetto
