// The number of a thread by what pthread_self() returns for it, in another process.
#pragma once

#include <cstdint>

#include "capture/sampler/python/remote_memory.h"

namespace lanescope {

/// What gettid() returns there, by where glibc keeps it in the struct that pthread_self() points to
/// (nptl/descr.h): the same since 2004. The kernel clears it when the thread ends. 0: it has ended,
/// or cannot be read. Without glibc, it is anything. It is not looked for in /proc, which has
/// another number for it if the process is in a container.
inline std::uint32_t find_thread_id(const RemoteMemory& memory, std::uint64_t pthread) {
#if defined(__x86_64__)
  constexpr std::uint64_t kTid = 720;
#else
  constexpr std::uint64_t kTid = 208;
#endif
  return memory.load<std::uint32_t>(pthread + kTid).value_or(0);
}

}  // namespace lanescope
