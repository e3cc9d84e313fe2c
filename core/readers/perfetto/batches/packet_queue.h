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

#include "core/readers/perfetto/batches/packet_batch.h"
#include "core/readers/perfetto/batches/packet_stream.h"

namespace lanescope::perfetto {

/// One thread. Memory: some batches for each thread, and the buffers that they are in.
class PacketQueue {
 public:
  /// `batch_bytes`: the packets of a batch have so many bytes together, or little more. `threads`
  /// counts the caller. The stream is read by all of them, one at a time, until this ends.
  PacketQueue(PacketStream& stream, std::size_t batch_bytes, unsigned threads);
  ~PacketQueue();
  PacketQueue(const PacketQueue&) = delete;
  PacketQueue& operator=(const PacketQueue&) = delete;

  /// The next batch, which is read; null at the end. Valid until the next call.
  PacketBatch* next();

 private:
  enum class State : std::uint8_t { Waiting, Taken, Read };
  struct Slot {
    PacketBatch batch;
    State state = State::Waiting;
  };
  using Lock = std::unique_lock<std::mutex>;

  void help();
  bool work(Lock& lock);
  bool read_one(Lock& lock);
  bool frame_one(Lock& lock);
  std::unique_ptr<Slot> empty_slot();
  [[nodiscard]] bool at_end() const { return slots_.empty() && ended_ && !framing_; }

  PacketStream* stream_;
  std::size_t batch_bytes_;
  std::mutex mutex_;  // for all that follows
  std::condition_variable work_, done_;
  std::deque<std::unique_ptr<Slot>> slots_;      // in the order of the file
  std::vector<std::unique_ptr<Slot>> returned_;  // to be filled again
  std::size_t most_ = 1;
  bool given_ = false;    // the front is with the caller
  bool framing_ = false;  // a thread finds the packets of the next batch
  bool ended_ = false;    // there are no more
  bool stop_ = false;
  std::vector<std::jthread> helpers_;
};

}  // namespace lanescope::perfetto
