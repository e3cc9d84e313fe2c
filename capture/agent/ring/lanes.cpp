#include "capture/agent/ring/lanes.h"

#include <new>
#include <pthread.h>

#include "capture/agent/check.h"
#include "capture/agent/process/fresh_memory.h"
#include "capture/agent/process/thread_state.h"
#include "capture/agent/ring/clock.h"

namespace lanescope::agent {

thread_local constinit ThreadState this_thread __attribute__((tls_model("initial-exec"))) = {};

constinit Lanes process_lanes;

namespace {

constexpr std::uint32_t kMaxLanes = 4096;
constexpr std::uint64_t kMinLaneBytes = 4096, kMaxLaneBytes = 1ULL << 32;
/// How many records a thread sends through the shared lane before it looks for its own again.
constexpr std::uint32_t kLookAgain = 1024;

pthread_key_t thread_end;
bool thread_end_made = false;

void thread_ends(void* lane) {
  this_thread.lane = nullptr;
  static_cast<Lane*>(lane)->close();
}

bool is_lane_size(std::uint64_t bytes) {
  return (bytes & (bytes - 1)) == 0 && bytes >= kMinLaneBytes && bytes <= kMaxLaneBytes;
}

}  // namespace

bool Lanes::attach(void* ring, std::size_t bytes, std::uint32_t pid, const char** why) {
  const auto* header = static_cast<const wire::RingHeader*>(ring);
  *why = "the ring is not one";
  if (bytes < wire::kPage || header->magic != wire::kRingMagic) return false;
  *why = "the ring's version is another";
  if (header->major != wire::kMajor) return false;
  *why = "the ring's sizes do not fit";
  const wire::RingLayout layout = wire::layout_of(*header);
  const bool all_large = layout.lanes <= layout.large_lanes + 1;
  if (layout.lanes < 3 || layout.lanes > kMaxLanes || layout.large_lanes > kMaxLanes ||
      !is_lane_size(layout.lane_bytes) || !is_lane_size(layout.gpu_lane_bytes) ||
      (!all_large && !is_lane_size(layout.small_lane_bytes)) || layout.total_bytes() > bytes)
    return false;
  *why = "there is no memory for lanes";
  if (!thread_end_made && pthread_key_create(&thread_end, thread_ends) != 0) return false;
  thread_end_made = true;
  void* memory = fresh_memory(layout.lanes * sizeof(Lane));
  if (memory == nullptr) return false;
  ring_ = ring;
  lanes_ = static_cast<Lane*>(memory);
  for (std::uint32_t lane = 0; lane < layout.lanes; ++lane) {
    new (lanes_ + lane) Lane;
    lanes_[lane].attach(ring, layout, lane);
  }
  pid_ = pid;
  ring_bytes_ = bytes;
  count_ = layout.lanes;
  // The shared lane is nobody's own, so it must not be found free.
  shared().claim();
  *why = "";
  return true;
}

void Lanes::let_go() {
  if (ring_ == nullptr) return;
  // Mapped in its place at once, other memory could be refused when the ring is gone already.
  void* other = fresh_memory(ring_bytes_, MAP_NORESERVE);
  if (other == nullptr) {
    madvise(ring_, ring_bytes_, MADV_REMOVE);
    return;
  }
  mremap(other, ring_bytes_, ring_bytes_, MREMAP_MAYMOVE | MREMAP_FIXED, ring_);
}

void Lanes::forget() {
  count_ = 0;
  ring_ = nullptr;
  lanes_ = nullptr;
  shared_taken_ = false;
  lost_.forget();
  forget_string_tables();
  if (this_thread.lane != nullptr) pthread_setspecific(thread_end, nullptr);
  this_thread = {};
}

Lane* Lanes::take() {
  if (this_thread.lane != nullptr) [[likely]]
    return this_thread.lane;
  if (count_ == 0) return nullptr;
  if (this_thread.without_lane++ % kLookAgain == 0) {
    if (Lane* const own = claim_own(); own != nullptr) return own;
  }
  return take_shared();
}

/// The first that is free: a program whose threads come and go has as many lanes filled, and tables
/// made for them, as it has threads at once.
Lane* Lanes::claim_own() {
  for (std::uint32_t at = 1; at + 1 < count_; ++at) {
    if (!lanes_[at].claim()) continue;
    if (!LANESCOPE_AGENT_CHECK(&lanes_[at] != &shared() && at != 0, "a lane for one thread alone"))
      return nullptr;
    lanes_[at].open(wire::LaneKind::Thread, thread_id(), pid_);
    this_thread.lane = &lanes_[at];
    this_thread.without_lane = 0;
    pthread_setspecific(thread_end, this_thread.lane);
    return this_thread.lane;
  }
  return nullptr;
}

Lane* Lanes::take_shared() {
  if (shared_taken_.exchange(true, std::memory_order_acquire)) {
    lost_.note(1);
    return nullptr;
  }
  Lane& lane = shared();
  // Numbers of strings, stacks and ranges belong to one thread: another one starts over.
  if (lane.tid() != thread_id() || lane.generation() == 0)
    lane.open(wire::LaneKind::Thread, thread_id(), pid_);
  lost_.tell(lane, wire::GapReason::NoLane, &wire::GapRecord::records);
  return &lane;
}

void Lanes::give_back(Lane* lane) {
  if (lane == this_thread.lane) [[likely]]
    return;
  if (!LANESCOPE_AGENT_CHECK(count_ == 0 || lane == &shared(), "the shared lane, or the own one"))
    return;
  shared_taken_.store(false, std::memory_order_release);
}

bool Lanes::paused() const {
  return ring_ != nullptr &&
         static_cast<const wire::RingHeader*>(ring_)->paused.load(std::memory_order_relaxed) != 0;
}

bool Lanes::reads_frames() const {
  for (std::uint32_t at = 0; at < count_; ++at) {
    if (lanes_[at].reads_frames.load()) return true;
  }
  return false;
}

void Lanes::add_stats(wire::StatsRecord& stats) const {
  for (std::uint32_t at = 0; at < count_; ++at) {
    const Lane& lane = lanes_[at];
    stats.launches += lane.calls.load(std::memory_order_relaxed);
    stats.spent_ns += lane.spent_ns.load(std::memory_order_relaxed);
    const std::uint64_t head = wire::lane_header(ring_, at)->head.load(std::memory_order_relaxed);
    stats.rss_bytes += head < lane.size() ? head : lane.size();
  }
  stats.rss_bytes += count_ * sizeof(Lane) + string_table_bytes();
}

std::uint64_t Lanes::gpu_calls() const {
  std::uint64_t calls = 0;
  for (std::uint32_t at = 0; at < count_; ++at)
    calls += lanes_[at].gpu_calls.load(std::memory_order_relaxed);
  return calls;
}

std::uint64_t Lanes::dropped() const {
  std::uint64_t records = lost_.amount();
  for (std::uint32_t lane = 0; lane < count_; ++lane) {
    records += wire::lane_header(ring_, lane)->dropped_records.load(std::memory_order_relaxed);
  }
  return records;
}

}  // namespace lanescope::agent
