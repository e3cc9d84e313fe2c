// Which thread writes to which channel of the ring. Channel 0 belongs to the drain thread, the last
// one is shared by the threads that found no channel of their own.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "capture/agent/ring/channel.h"

namespace lanescope::agent {

class Channels {
 public:
  /// Takes over a mapped ring of `bytes`, which must outlive all threads. False with a reason when
  /// its header does not fit.
  bool attach(void* ring, std::size_t bytes, std::uint32_t pid, const char** why);
  /// There is nobody who reads: gives the ring's memory back. Threads that write at this moment
  /// write to memory of this process instead, or take a little of it again.
  void let_go();
  /// Forgets everything without touching the ring: after a fork, in the child. Channels that other
  /// threads still hold stay mapped.
  void forget();
  [[nodiscard]] bool attached() const { return count_ != 0; }

  /// The channel to write to now, for this thread, until give_back(); null when there is none,
  /// which is counted. Never blocks.
  Channel* take();
  void give_back(Channel* channel);

  /// The drain thread's, open.
  Channel& gpu() { return channels_[0]; }

  /// The viewer's wish that nothing be recorded.
  [[nodiscard]] bool paused() const;
  /// Does a thread look at frames of Python just now?
  [[nodiscard]] bool reads_frames() const;
  /// Calls, time spent and memory, summed up over all channels.
  void add_stats(wire::StatsRecord& stats) const;
  /// Calls so far that gave the GPU something to do.
  [[nodiscard]] std::uint64_t gpu_calls() const;
  /// Records lost in all channels so far; the benches ask.
  [[nodiscard]] std::uint64_t dropped() const;

 private:
  Channel* claim_own();
  Channel* take_shared();
  Channel& shared() { return channels_[count_ - 1]; }
  void count_without_channel();
  void tell_without_channel(Channel& channel);

  void* ring_ = nullptr;
  std::size_t ring_bytes_ = 0;
  Channel* channels_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint32_t pid_ = 0;
  std::atomic<bool> shared_taken_{false};
  std::atomic<std::uint64_t> lost_records_{0};
  std::atomic<std::int64_t> lost_first_ns_{0}, lost_last_ns_{0};
};

extern constinit Channels process_channels;
/// Of this process. Never destroyed: threads write until the very end.
inline Channels& channels() {
  return process_channels;
}

}  // namespace lanescope::agent
