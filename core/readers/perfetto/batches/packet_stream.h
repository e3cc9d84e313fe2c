// The packets of a file in batches, one after the other. An event's Place is where its packet is.
// What is inside compressed packets is left to PackedPackets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/readers/perfetto/batches/packet_batch.h"
#include "core/readers/perfetto/packets/packet_frames.h"

namespace lanescope::perfetto {

class PacketStream {
 public:
  explicit PacketStream(ByteSource& source) : source_(&source) {}

  /// Adds packets to an empty batch, until they have `bytes` bytes together. False if there are no
  /// more. One thread at a time, which must also clear the batches: those own the bytes.
  bool next_batch(PacketBatch& batch, std::size_t bytes);

  [[nodiscard]] std::uint64_t bytes_read() const { return window_at_ + window_.size(); }
  [[nodiscard]] const DamagedBytes& damage() const { return damage_; }
  /// Whether the file ends within a packet, and where that begins.
  [[nodiscard]] std::optional<std::uint64_t> cut_off() const { return cut_off_; }

 private:
  std::optional<Frame> next();
  std::size_t add_run(Frame frame, PacketBatch& batch, std::size_t most);
  std::shared_ptr<std::string> buffer_of(std::size_t size);
  bool fill();

  ByteSource* source_;
  std::shared_ptr<std::string> buffer_;
  std::vector<std::shared_ptr<std::string>> used_;  // also by batches, until those are cleared
  std::string_view window_;                         // of the buffer
  std::uint64_t window_at_ = 0;                     // its offset in the file
  std::size_t at_ = 0;                              // in the window
  bool ended_ = false;
  DamagedBytes damage_;
  std::optional<std::uint64_t> cut_off_;
};

}  // namespace lanescope::perfetto
