#include "core/readers/perfetto/packet_queue.h"

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

}  // namespace

PacketQueue::PacketQueue(PacketStream& stream, std::size_t batch_bytes, unsigned threads)
    : stream_(&stream), batch_bytes_(batch_bytes) {
  const unsigned helpers = threads > 1 ? std::min(threads - 1, kMostHelpers) : 0;
  most_ = helpers == 0 ? 1 : kAhead * (helpers + 1);
  for (unsigned i = 0; i < helpers; ++i) {
    std::jthread thread;
    if (!start_thread(thread, [this] { help(); })) break;
    helpers_.push_back(std::move(thread));
  }
}

PacketQueue::~PacketQueue() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  waiting_.notify_all();
}

PacketQueue::Slot* PacketQueue::take_waiting() {
  for (const auto& slot : slots_) {
    if (slot->state != State::Waiting) continue;
    slot->state = State::Taken;
    return slot.get();
  }
  return nullptr;
}

/// Reads the first batch that waits. False if none does.
bool PacketQueue::read_one(std::unique_lock<std::mutex>& lock) {
  Slot* const slot = take_waiting();
  if (slot == nullptr) return false;
  lock.unlock();
  slot->batch.read();
  lock.lock();
  slot->state = State::Read;
  return true;
}

void PacketQueue::help() {
  name_thread("packets");
  std::unique_lock lock(mutex_);
  while (!stop_) {
    if (read_one(lock)) {
      read_.notify_one();
    } else {
      waiting_.wait(lock);
    }
  }
}

/// Batches are as many as are read ahead, so that their memory is used again.
void PacketQueue::recycle_front() {
  if (!given_) return;
  given_ = false;
  std::unique_ptr<Slot> slot;
  {
    const std::lock_guard lock(mutex_);
    LANESCOPE_CHECK(!slots_.empty(), "the batch of the caller among {}", slots_.size());
    slot = std::move(slots_.front());
    slots_.pop_front();
  }
  slot->batch.clear();
  slot->state = State::Waiting;
  free_.push_back(std::move(slot));
}

/// Only the caller adds and removes batches, so it may count them without the lock.
void PacketQueue::fill() {
  while (!ended_ && slots_.size() < most_) {
    auto slot = free_.empty() ? std::make_unique<Slot>() : std::move(free_.back());
    if (!free_.empty()) free_.pop_back();
    ended_ = !stream_->next_batch(slot->batch, batch_bytes_);
    if (slot->batch.packets.empty()) break;
    {
      const std::lock_guard lock(mutex_);
      slots_.push_back(std::move(slot));
    }
    waiting_.notify_one();
  }
}

const PacketBatch* PacketQueue::next() {
  recycle_front();
  fill();
  if (slots_.empty()) return nullptr;
  std::unique_lock lock(mutex_);
  while (slots_.front()->state != State::Read) {
    if (!read_one(lock)) read_.wait(lock);
  }
  given_ = true;
  return &slots_.front()->batch;
}

}  // namespace lanescope::perfetto
