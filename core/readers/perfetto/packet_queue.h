// The packets of a file in its order, read ahead in batches by threads of their own. The thread
// that asks for them reads batches too, rather than wait.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/readers/perfetto/packet_batch.h"
#include "core/readers/perfetto/packet_stream.h"

namespace lanescope::perfetto {

/// One thread. Memory: some batches for each thread, and the buffers that they are in.
class PacketQueue {
 public:
  /// `batch_bytes`: the packets of a batch have so many bytes together, or little more. `threads`
  /// counts the caller.
  PacketQueue(PacketStream& stream, std::size_t batch_bytes, unsigned threads);
  ~PacketQueue();
  PacketQueue(const PacketQueue&) = delete;
  PacketQueue& operator=(const PacketQueue&) = delete;

  /// The next batch, which is read; null at the end. Valid until the next call.
  const PacketBatch* next();

 private:
  enum class State : std::uint8_t { Waiting, Taken, Read };
  struct Slot {
    PacketBatch batch;
    State state = State::Waiting;
  };

  void help();
  void fill();
  void recycle_front();
  Slot* take_waiting();
  bool read_one(std::unique_lock<std::mutex>& lock);

  PacketStream* stream_;
  std::size_t batch_bytes_, most_;
  bool given_ = false;  // the front is with the caller
  bool ended_ = false;  // no more packets in the file
  std::mutex mutex_;    // for what follows
  std::condition_variable waiting_, read_;
  std::deque<std::unique_ptr<Slot>> slots_;  // in the order of the file
  std::vector<std::unique_ptr<Slot>> free_;
  bool stop_ = false;
  std::vector<std::jthread> helpers_;
};

}  // namespace lanescope::perfetto
