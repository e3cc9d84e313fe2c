#include "capture/agent/ring/channels.h"

#include <new>
#include <pthread.h>

#include "capture/agent/check.h"
#include "capture/agent/process/fresh_memory.h"
#include "capture/agent/process/thread_state.h"
#include "capture/agent/ring/clock.h"

namespace lanescope::agent {

thread_local constinit ThreadState this_thread __attribute__((tls_model("initial-exec"))) = {};

constinit Channels process_channels;

namespace {

constexpr std::uint32_t kMaxChannels = 4096;
constexpr std::uint64_t kMinChannelBytes = 4096, kMaxChannelBytes = 1ULL << 32;
/// How many records a thread writes to the shared channel before it tries again to get its own.
constexpr std::uint32_t kLookAgain = 1024;

pthread_key_t thread_end;
bool thread_end_made = false;

void thread_ends(void* channel) {
  this_thread.channel = nullptr;
  static_cast<Channel*>(channel)->close();
}

bool is_channel_size(std::uint64_t bytes) {
  return (bytes & (bytes - 1)) == 0 && bytes >= kMinChannelBytes && bytes <= kMaxChannelBytes;
}

}  // namespace

bool Channels::attach(void* ring, std::size_t bytes, std::uint32_t pid, const char** why) {
  const auto* header = static_cast<const wire::RingHeader*>(ring);
  *why = "the shared memory is not a ring buffer";
  if (bytes < wire::kPage || header->magic != wire::kRingMagic) return false;
  *why = "the ring buffer has another version";
  if (header->major != wire::kMajor) return false;
  *why = "the ring buffer's sizes do not match";
  const wire::RingLayout layout = wire::layout_of(*header);
  const bool all_large = layout.channels <= layout.large_channels + 1;
  if (layout.channels < 3 || layout.channels > kMaxChannels ||
      layout.large_channels > kMaxChannels || !is_channel_size(layout.channel_bytes) ||
      !is_channel_size(layout.gpu_channel_bytes) ||
      (!all_large && !is_channel_size(layout.small_channel_bytes)) || layout.total_bytes() > bytes)
    return false;
  *why = "not enough memory for channels";
  if (!thread_end_made && pthread_key_create(&thread_end, thread_ends) != 0) return false;
  thread_end_made = true;
  void* memory = fresh_memory(layout.channels * sizeof(Channel));
  if (memory == nullptr) return false;
  ring_ = ring;
  channels_ = static_cast<Channel*>(memory);
  for (std::uint32_t channel = 0; channel < layout.channels; ++channel) {
    new (channels_ + channel) Channel;
    channels_[channel].attach(ring, layout, channel);
  }
  pid_ = pid;
  ring_bytes_ = bytes;
  count_ = layout.channels;
  // Claimed here so that no thread takes the shared channel as its own.
  shared().claim();
  *why = "";
  return true;
}

void Channels::let_go() {
  if (ring_ == nullptr) return;
  // Mapped first and then moved into place: after unmapping the ring, a new mapping could fail.
  void* other = fresh_memory(ring_bytes_, MAP_NORESERVE);
  if (other == nullptr) {
    madvise(ring_, ring_bytes_, MADV_REMOVE);
    return;
  }
  mremap(other, ring_bytes_, ring_bytes_, MREMAP_MAYMOVE | MREMAP_FIXED, ring_);
}

void Channels::forget() {
  count_ = 0;
  ring_ = nullptr;
  channels_ = nullptr;
  shared_taken_ = false;
  lost_.forget();
  forget_string_tables();
  if (this_thread.channel != nullptr) pthread_setspecific(thread_end, nullptr);
  this_thread = {};
}

Channel* Channels::take() {
  if (this_thread.channel != nullptr) [[likely]]
    return this_thread.channel;
  if (count_ == 0) return nullptr;
  if (this_thread.without_channel++ % kLookAgain == 0) {
    if (Channel* const own = claim_own(); own != nullptr) return own;
  }
  return take_shared();
}

/// Takes the first free one, so that a program whose threads come and go uses no more channels and
/// string tables than it has threads at a time.
Channel* Channels::claim_own() {
  for (std::uint32_t at = 1; at + 1 < count_; ++at) {
    if (!channels_[at].claim()) continue;
    if (!LANESCOPE_AGENT_CHECK(&channels_[at] != &shared() && at != 0,
                               "a channel for one thread alone"))
      return nullptr;
    channels_[at].open(wire::ChannelKind::Thread, thread_id(), pid_);
    this_thread.channel = &channels_[at];
    this_thread.without_channel = 0;
    pthread_setspecific(thread_end, this_thread.channel);
    return this_thread.channel;
  }
  return nullptr;
}

Channel* Channels::take_shared() {
  if (shared_taken_.exchange(true, std::memory_order_acquire)) {
    lost_.note(1);
    return nullptr;
  }
  Channel& channel = shared();
  // Numbers of strings, stacks and ranges belong to one thread; another one starts over.
  if (channel.tid() != thread_id() || channel.generation() == 0)
    channel.open(wire::ChannelKind::Thread, thread_id(), pid_);
  lost_.tell(channel, wire::GapReason::NoChannel, &wire::GapRecord::records);
  return &channel;
}

void Channels::give_back(Channel* channel) {
  if (channel == this_thread.channel) [[likely]]
    return;
  if (!LANESCOPE_AGENT_CHECK(count_ == 0 || channel == &shared(),
                             "the shared channel, or the own one"))
    return;
  shared_taken_.store(false, std::memory_order_release);
}

bool Channels::paused() const {
  return ring_ != nullptr &&
         static_cast<const wire::RingHeader*>(ring_)->paused.load(std::memory_order_relaxed) != 0;
}

bool Channels::reads_frames() const {
  for (std::uint32_t at = 0; at < count_; ++at) {
    if (channels_[at].reads_frames.load()) return true;
  }
  return false;
}

void Channels::add_stats(wire::StatsRecord& stats) const {
  for (std::uint32_t at = 0; at < count_; ++at) {
    const Channel& channel = channels_[at];
    stats.launches += channel.calls.load(std::memory_order_relaxed);
    stats.spent_ns += channel.spent_ns.load(std::memory_order_relaxed);
    const std::uint64_t head =
        wire::channel_header(ring_, at)->head.load(std::memory_order_relaxed);
    stats.rss_bytes += head < channel.size() ? head : channel.size();
  }
  stats.rss_bytes += count_ * sizeof(Channel) + string_table_bytes();
}

std::uint64_t Channels::gpu_calls() const {
  std::uint64_t calls = 0;
  for (std::uint32_t at = 0; at < count_; ++at)
    calls += channels_[at].gpu_calls.load(std::memory_order_relaxed);
  return calls;
}

std::uint64_t Channels::dropped() const {
  std::uint64_t records = lost_.amount();
  for (std::uint32_t channel = 0; channel < count_; ++channel) {
    records +=
        wire::channel_header(ring_, channel)->dropped_records.load(std::memory_order_relaxed);
  }
  return records;
}

}  // namespace lanescope::agent
