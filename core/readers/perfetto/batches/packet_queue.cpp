#include "core/readers/perfetto/batches/packet_queue.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/base/threads/start_thread.h"
#include "core/base/threads/thread_name.h"

namespace lanescope::perfetto {
namespace {

/// What packets mean is found out by one thread, which more would not serve faster.
constexpr unsigned kMostHelpers = 3;
constexpr std::size_t kAhead = 3;  // batches for each thread

/// Of one batch: bounds the memory for what waits, whatever a few bytes decompress to.
constexpr std::size_t kUnpackedAhead = std::size_t{4} << 20;

}  // namespace

PacketQueue::PacketQueue(PacketStream& stream, std::size_t batch_bytes, unsigned threads)
    : stream_(&stream), batch_bytes_(batch_bytes) {
  const Lock lock(mutex_);
  const unsigned helpers = threads > 1 ? std::min(threads - 1, kMostHelpers) : 0;
  for (unsigned i = 0; i < helpers; ++i) {
    std::jthread thread;
    if (!start_thread(thread, [this] { help(); })) break;
    helpers_.push_back(std::move(thread));
  }
  if (!helpers_.empty()) most_ = kAhead * (helpers_.size() + 1);
}

PacketQueue::~PacketQueue() {
  {
    const Lock lock(mutex_);
    stop_ = true;
  }
  work_.notify_all();
}

/// Reads the first batch that waits. False if none does.
bool PacketQueue::read_one(Lock& lock) {
  const auto found =
      std::ranges::find(slots_, State::Waiting, [](const auto& slot) { return slot->state; });
  if (found == slots_.end()) return false;
  Slot& slot = **found;
  slot.state = State::Taken;
  lock.unlock();
  slot.batch.read(kUnpackedAhead);
  lock.lock();
  LANESCOPE_CHECK(slot.state == State::Taken, "a batch of this thread, not in state {}",
                  static_cast<int>(slot.state));
  slot.state = State::Read;
  return true;
}

/// Batches are cleared by who fills one, since that frees the buffers for the stream.
std::unique_ptr<PacketQueue::Slot> PacketQueue::empty_slot() {
  for (const auto& slot : returned_) slot->batch.clear();
  if (returned_.empty()) return std::make_unique<Slot>();
  std::unique_ptr<Slot> slot = std::move(returned_.back());
  returned_.pop_back();
  slot->state = State::Waiting;
  return slot;
}

/// Finds the packets of one more batch. False if there is no room, or another thread does.
bool PacketQueue::frame_one(Lock& lock) {
  if (framing_ || ended_ || slots_.size() >= most_) return false;
  framing_ = true;
  std::unique_ptr<Slot> slot = empty_slot();
  lock.unlock();
  const bool more = stream_->next_batch(slot->batch, batch_bytes_);
  lock.lock();
  framing_ = false;
  ended_ = !more;
  if (!slot->batch.packets.empty()) slots_.push_back(std::move(slot));
  return true;
}

/// False if there is nothing to do now.
bool PacketQueue::work(Lock& lock) {
  if (!read_one(lock) && !frame_one(lock)) return false;
  work_.notify_one();
  done_.notify_one();
  return true;
}

void PacketQueue::help() {
  name_thread("packets");
  Lock lock(mutex_);
  while (!stop_) {
    if (!work(lock)) work_.wait(lock);
  }
}

PacketBatch* PacketQueue::next() {
  Lock lock(mutex_);
  if (given_) {
    LANESCOPE_CHECK(!slots_.empty(), "the batch of the caller among {}", slots_.size());
    returned_.push_back(std::move(slots_.front()));
    slots_.pop_front();
    work_.notify_one();
  }
  while (!at_end() && (slots_.empty() || slots_.front()->state != State::Read)) {
    if (!work(lock)) done_.wait(lock);
  }
  given_ = !slots_.empty();
  return given_ ? &slots_.front()->batch : nullptr;
}

}  // namespace lanescope::perfetto
