// Assigns the ring's channels to threads. Channel 0 belongs to the drain thread; the last one is
// shared by threads that could not get their own.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "capture/agent/ring/channel.h"

namespace lanescope::agent {

class Channels {
 public:
  /// Takes over a mapped ring of `bytes`, which must outlive all threads. False, with a reason, if
  /// its header does not match.
  bool attach(void* ring, std::size_t bytes, std::uint32_t pid, const char** why);
  /// There is no reader: releases the ring's memory. Threads that are writing at this moment write
  /// to private memory instead, or allocate a little of it again.
  void let_go();
  /// In the child after a fork: forgets everything without touching the ring. Channels still held
  /// by other threads stay mapped.
  void forget();
  [[nodiscard]] bool attached() const { return count_ != 0; }

  /// The channel for this thread to write to until give_back(); null if there is none, which is
  /// counted. Never blocks.
  Channel* take();
  void give_back(Channel* channel);

  /// The drain thread's channel.
  Channel& gpu() { return channels_[0]; }

  /// Whether the viewer has requested a pause.
  [[nodiscard]] bool paused() const;
  /// Whether any thread is reading Python frames.
  [[nodiscard]] bool reads_frames() const;
  /// Adds calls, time spent and memory of all channels.
  void add_stats(wire::StatsRecord& stats) const;
  /// Calls so far that submitted GPU work.
  [[nodiscard]] std::uint64_t gpu_calls() const;
  /// Records lost in all channels so far; used by the benchmarks.
  [[nodiscard]] std::uint64_t dropped() const;

 private:
  Channel* claim_own();
  Channel* take_shared();
  Channel& shared() { return channels_[count_ - 1]; }

  void* ring_ = nullptr;
  std::size_t ring_bytes_ = 0;
  Channel* channels_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint32_t pid_ = 0;
  std::atomic<bool> shared_taken_{false};
  LostSpan lost_;  // records of threads that had no channel
};

extern constinit Channels process_channels;
/// The process's channels. Never destroyed: threads write until the very end.
inline Channels& channels() {
  return process_channels;
}

}  // namespace lanescope::agent
