// What the agent stores for each thread of the target.
#pragma once

#include <cstdint>
#include <unistd.h>

#include <sys/syscall.h>

namespace lanescope::agent {

class Channel;

struct ThreadState {
  Channel* channel;                 // its own; null: none yet
  std::uint64_t outer_correlation;  // of the outermost open CUDA call
  std::uint32_t outer_call;         // its id and domain
  std::uint32_t open_calls;         // callbacks entered but not left
  std::uint32_t tid;                // 0: not yet queried
  std::uint32_t range;              // innermost NVTX range; 0: none
  std::uint32_t without_channel;    // how often it could not get its own channel
  bool busy;                        // inside the agent's code
  bool ours;                        // a thread of the agent
};

/// In static thread-local storage, so that using it never allocates.
extern thread_local constinit ThreadState this_thread __attribute__((tls_model("initial-exec")));

/// The thread id from gettid(), cached. By number, because glibc has the function since 2.30 only.
inline std::uint32_t thread_id() {
  if (this_thread.tid == 0) [[unlikely]]
    this_thread.tid = static_cast<std::uint32_t>(::syscall(SYS_gettid));
  return this_thread.tid;
}

}  // namespace lanescope::agent
