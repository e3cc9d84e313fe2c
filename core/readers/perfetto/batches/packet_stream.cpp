#include "core/readers/perfetto/batches/packet_stream.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/check.h"
#include "core/readers/perfetto/packets/packet_frames.h"

namespace lanescope::perfetto {
namespace {

/// Small enough for what was read of the file to be in a core's cache still when its packets are
/// found.
constexpr std::size_t kWindow = std::size_t{1} << 19;

/// How much a packet is of a batch: a compressed one is as much as what is inside it, about, so
/// that all threads have some to unpack. Before the others are read, only its first field tells.
std::size_t weight_of(std::string_view packet) {
  constexpr std::size_t kLeastPacked = 512, kPacking = 8;
  constexpr std::size_t kFrame = 2;  // at least: empty packets take memory too
  constexpr std::string_view kZlib = "\x92\x03", kZstd = "\xAA\x08";  // tags of their fields
  const bool packed =
      packet.size() >= kLeastPacked && (packet.starts_with(kZlib) || packet.starts_with(kZstd));
  return packed ? packet.size() * kPacking : packet.size() + kFrame;
}

}  // namespace

/// One that no batch needs any more, or a new one.
std::shared_ptr<std::string> PacketStream::buffer_of(std::size_t size) {
  const auto fits = [size](const std::shared_ptr<std::string>& one) {
    return one.use_count() == 1 && one->size() == size;
  };
  if (const auto found = std::ranges::find_if(used_, fits); found != used_.end()) return *found;
  std::erase_if(used_, [](const auto& one) { return one.use_count() == 1; });
  return used_.emplace_back(std::make_shared<std::string>(size, '\0'));
}

/// Copies what is left of the window to the beginning of another buffer and reads on. False at the
/// end.
bool PacketStream::fill() {
  if (ended_) return false;
  LANESCOPE_CHECK(at_ <= window_.size(), "a place in {} bytes, not {}", window_.size(), at_);
  const std::size_t left = window_.size() - at_;
  // Not the one that the window is in, which used_ and buffer_ both have.
  const auto buffer = buffer_of(std::max(kWindow, std::bit_ceil(left * 2)));
  if (left != 0) std::memcpy(buffer->data(), window_.data() + at_, left);
  buffer_ = buffer;
  window_at_ += at_;
  at_ = 0;
  std::size_t size = left;
  while (size < buffer->size()) {
    const std::size_t got = source_->read({buffer->data() + size, buffer->size() - size});
    if (got == 0) ended_ = true;
    size += got;
    if (got == 0 || size - left >= kWindow / 2) break;
  }
  window_ = {buffer->data(), size};
  return size > left;
}

/// Where the next packet is in the window, which is filled again if need be.
std::optional<Frame> PacketStream::next() {
  while (at_ < window_.size() || fill()) {
    const Frame frame = frame_at(window_, at_);
    switch (frame.kind) {
      case FrameKind::Packet:
        return frame;
      case FrameKind::Other:
        at_ += frame.size;
        break;
      case FrameKind::Short:
        if (fill()) break;
        [[fallthrough]];
      case FrameKind::Broken: {
        const std::size_t run = next_run_of_packets(window_, at_ + 1);
        if (frame.kind == FrameKind::Short && run == window_.size()) {
          cut_off_ = window_at_ + at_;
        } else {
          damage_.add({run - at_, window_at_ + at_, window_at_ + at_});
        }
        at_ = run;
        break;
      }
    }
  }
  return std::nullopt;
}

/// Adds the packet and those behind it in the window, up to where something else begins or they
/// weigh `most`. Returns what they weigh.
std::size_t PacketStream::add_run(Frame frame, PacketBatch& batch, std::size_t most) {
  std::size_t weight = 0;
  while (frame.kind == FrameKind::Packet) {
    weight += weight_of(batch.add(window_, frame.at, frame.size, window_at_));
    at_ = frame.at + frame.size;
    if (weight >= most || at_ == window_.size()) break;
    frame = frame_at(window_, at_);
  }
  return weight;
}

bool PacketStream::next_batch(PacketBatch& batch, std::size_t bytes) {
  LANESCOPE_CHECK(batch.packets.empty(), "an empty batch, not one of {}", batch.packets.size());
  std::size_t weight = 0;
  while (weight < bytes) {
    const auto frame = next();
    if (!frame) break;
    if (batch.buffers.empty() || batch.buffers.back() != buffer_) batch.buffers.push_back(buffer_);
    weight += add_run(*frame, batch, bytes - weight);
  }
  batch.consumed_bytes = source_->consumed_bytes();
  return weight >= bytes;
}

}  // namespace lanescope::perfetto
