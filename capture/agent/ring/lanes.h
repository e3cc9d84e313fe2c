// Which thread writes to which lane of the ring. Lane 0 belongs to the drain thread, the last one
// is shared by the threads that found no lane of their own.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "capture/agent/ring/lane.h"

namespace lanescope::agent {

class Lanes {
 public:
  /// Takes over a mapped ring of `bytes`, which must outlive all threads. False with a reason when
  /// its header does not fit.
  bool attach(void* ring, std::size_t bytes, std::uint32_t pid, const char** why);
  /// There is nobody who reads: gives the ring's memory back. Threads that write at this moment
  /// write to memory of this process instead, or take a little of it again.
  void let_go();
  /// Forgets everything without touching the ring: after a fork, in the child. Lanes that other
  /// threads still hold stay mapped.
  void forget();
  [[nodiscard]] bool attached() const { return count_ != 0; }

  /// The lane to write to now, for this thread, until give_back(); null when there is none, which
  /// is counted. Never blocks.
  Lane* take();
  void give_back(Lane* lane);

  /// The drain thread's, open.
  Lane& gpu() { return lanes_[0]; }

  /// The viewer's wish that nothing be recorded.
  [[nodiscard]] bool paused() const;
  /// Does a thread look at frames of Python just now?
  [[nodiscard]] bool reads_frames() const;
  /// Calls, time spent and memory, summed up over all lanes.
  void add_stats(wire::StatsRecord& stats) const;
  /// Calls so far that gave the GPU something to do.
  [[nodiscard]] std::uint64_t gpu_calls() const;
  /// Records lost in all lanes so far; the benches ask.
  [[nodiscard]] std::uint64_t dropped() const;

 private:
  Lane* claim_own();
  Lane* take_shared();
  Lane& shared() { return lanes_[count_ - 1]; }

  void* ring_ = nullptr;
  std::size_t ring_bytes_ = 0;
  Lane* lanes_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint32_t pid_ = 0;
  std::atomic<bool> shared_taken_{false};
  LostSpan lost_;  // records of threads that had no lane
};

extern constinit Lanes process_lanes;
/// Of this process. Never destroyed: threads write until the very end.
inline Lanes& lanes() {
  return process_lanes;
}

}  // namespace lanescope::agent
