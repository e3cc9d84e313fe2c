// The shared ring: a memory file that the viewer creates, the target writes and the viewer reads.
// It consists of a header page, the channels' headers, and the channels' data. Each channel has one
// writer and one reader and is never locked. What was written survives the writer.
//
// The reader must not trust anything that the target can write: it takes sizes and offsets from its
// own RingLayout, and copies bytes out before examining them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "capture/wire/records.h"

namespace lanescope::wire {

inline constexpr std::uint64_t kRingMagic = 0x32474E5253454E4CULL;  // "LNESRNG2"
inline constexpr std::size_t kPage = 4096;

struct RingHeader {
  std::uint64_t magic;
  std::uint16_t major, minor;
  std::uint32_t channels;
  std::uint64_t channel_bytes;        // of each large thread channel; a power of two
  std::uint64_t gpu_channel_bytes;    // of channel 0; a power of two
  std::atomic<std::uint32_t> paused;  // set by the viewer: non-zero stops recording
  std::uint32_t large_channels;       // how many thread channels have channel_bytes
  std::uint64_t small_channel_bytes;  // of each of the others; a power of two; 0: none
};

enum class ChannelState : std::uint32_t {
  Free = 0,      // the next thread may take it
  Open = 1,      // a thread is writing
  Draining = 2,  // its thread has ended; the reader frees it after reading everything
};

struct ChannelHeader {
  // The writer's cache line.
  alignas(64) std::atomic<std::uint64_t> head;  // total bytes written
  std::atomic<std::uint64_t> dropped_records;
  std::atomic<std::uint64_t> dropped_bytes;
  std::atomic<std::uint32_t> state;  // ChannelState
  std::uint32_t tid;
  // The reader's cache line.
  alignas(64) std::atomic<std::uint64_t> tail;  // total bytes read
};
static_assert(sizeof(ChannelHeader) == 128);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

/// Where everything is. Channel 0 belongs to the drain thread. Threads have their own channels, of
/// which the first ones are large: in programs with hundreds of threads that call CUDA, most do so
/// rarely, and a channel in use eventually occupies all of its memory.
struct RingLayout {
  std::uint32_t channels = 1024;
  std::uint64_t channel_bytes = 4U << 20;
  std::uint64_t gpu_channel_bytes = 32U << 20;
  std::uint32_t large_channels = 64;
  std::uint64_t small_channel_bytes = 512U << 10;

  [[nodiscard]] constexpr std::uint64_t header_bytes() const {
    const std::uint64_t bytes = kPage + channels * sizeof(ChannelHeader);
    return (bytes + kPage - 1) / kPage * kPage;
  }
  [[nodiscard]] constexpr std::uint64_t offset_of(std::uint32_t channel) const {
    if (channel == 0) return header_bytes();
    const std::uint64_t first = header_bytes() + gpu_channel_bytes;
    if (channel <= large_channels) return first + (channel - 1) * channel_bytes;
    return first + large_channels * channel_bytes +
           (channel - 1 - large_channels) * small_channel_bytes;
  }
  [[nodiscard]] constexpr std::uint64_t bytes_of(std::uint32_t channel) const {
    if (channel == 0) return gpu_channel_bytes;
    return channel <= large_channels ? channel_bytes : small_channel_bytes;
  }
  [[nodiscard]] constexpr std::uint64_t total_bytes() const { return offset_of(channels); }
};

/// The layout stated by the header, whether or not it makes sense.
inline RingLayout layout_of(const RingHeader& header) {
  return {header.channels, header.channel_bytes, header.gpu_channel_bytes, header.large_channels,
          header.small_channel_bytes};
}
/// Initializes `header`, which must be zeroed, for a ring with this layout.
inline void begin_ring(RingHeader& header, const RingLayout& layout) {
  header.major = kMajor;
  header.minor = kMinor;
  header.channels = layout.channels;
  header.channel_bytes = layout.channel_bytes;
  header.gpu_channel_bytes = layout.gpu_channel_bytes;
  header.large_channels = layout.large_channels;
  header.small_channel_bytes = layout.small_channel_bytes;
  header.magic = kRingMagic;
}

inline ChannelHeader* channel_header(void* ring, std::uint32_t channel) {
  return reinterpret_cast<ChannelHeader*>(static_cast<char*>(ring) + kPage) + channel;
}

}  // namespace lanescope::wire
