#include "capture/agent/nvtx_ranges.h"

#include <pthread.h>

#include <sys/mman.h>

#include "capture/agent/lane.h"

namespace lanescope::agent::nvtx {
namespace {

// In the static block of thread storage, so that using it never allocates.
thread_local constinit OpenRanges* of_thread __attribute__((tls_model("initial-exec"))) = nullptr;

pthread_key_t thread_end;
bool thread_end_made = false;
pthread_once_t make_key = PTHREAD_ONCE_INIT;

void thread_ends(void* ranges) {
  of_thread = nullptr;
  munmap(ranges, sizeof(OpenRanges));
}

}  // namespace

OpenRanges* OpenRanges::of_this_thread() {
  if (of_thread != nullptr) [[likely]]
    return of_thread;
  pthread_once(&make_key,
               [] { thread_end_made = pthread_key_create(&thread_end, thread_ends) == 0; });
  void* const memory =
      mmap(nullptr, sizeof(OpenRanges), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  of_thread = static_cast<OpenRanges*>(memory);
  if (thread_end_made) pthread_setspecific(thread_end, memory);
  return of_thread;
}

void OpenRanges::follow(const Lane& lane) {
  if (lane_ == &lane && generation_ == lane.generation()) [[likely]]
    return;
  lane_ = &lane;
  generation_ = lane.generation();
  last_number_ = 0;
  for (std::size_t at = 0; at < count_; ++at) open_[at].range = 0;
}

std::int32_t OpenRanges::push(const void* domain, std::uint32_t range) {
  std::int32_t level = 0;
  for (std::size_t at = count_; at > 0; --at) {
    if (open_[at - 1].domain != domain) continue;
    level = open_[at - 1].level + 1;
    break;
  }
  if (count_ == kMost) {
    ++beyond_;
    return level;
  }
  open_[count_++] = {.domain = domain, .level = level, .range = range};
  return level;
}

OpenRanges::Popped OpenRanges::pop(const void* domain) {
  if (beyond_ != 0) {
    --beyond_;
    return {.level = static_cast<std::int32_t>(count_ + beyond_), .range = 0};
  }
  for (std::size_t at = count_; at > 0; --at) {
    const OpenRange found = open_[at - 1];
    if (found.domain != domain) continue;
    for (std::size_t next = at; next < count_; ++next) open_[next - 1] = open_[next];
    --count_;
    return {.level = found.level, .range = found.range};
  }
  return {};
}

std::uint32_t OpenRanges::innermost() const {
  for (std::size_t at = count_; at > 0; --at) {
    if (open_[at - 1].range != 0) return open_[at - 1].range;
  }
  return 0;
}

}  // namespace lanescope::agent::nvtx
