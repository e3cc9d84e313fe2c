#include "capture/agent/process/own_threads.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "capture/agent/process/thread_state.h"

namespace lanescope::agent {
namespace {

constinit std::atomic<int> own_threads{0};

void* run(void* function) {
  this_thread.ours = this_thread.busy = true;
  reinterpret_cast<void (*)()>(function)();
  own_threads.fetch_sub(1, std::memory_order_relaxed);
  return nullptr;
}

/// The text of /proc/self/stat after the program's name, which may contain anything; null if
/// unavailable.
const char* read_stat(char* text, std::size_t bytes) {
  const int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (file < 0) return nullptr;
  const ssize_t got = read(file, text, bytes - 1);
  close(file);
  if (got <= 0) return nullptr;
  text[got] = '\0';
  const char* const name_end = std::strrchr(text, ')');
  return name_end == nullptr ? nullptr : name_end + 1;
}

}  // namespace

bool run_thread(void (*body)()) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 1U << 20);
  pthread_t thread;
  own_threads.fetch_add(1, std::memory_order_relaxed);
  const int failed = pthread_create(&thread, &attributes, run, reinterpret_cast<void*>(body));
  if (failed != 0) own_threads.fetch_sub(1, std::memory_order_relaxed);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return failed == 0;
}

bool only_own_threads_are_left() {
  char text[1024];
  const char* at = read_stat(text, sizeof text);
  // The state is that of the main thread: it has ended, but still counts as long as others are
  // alive.
  if (at == nullptr || std::strncmp(at, " Z ", 3) != 0) return false;
  // The state is field 3, the number of threads is field 20.
  for (int field = 3; field < 20; ++field) {
    if ((at = std::strchr(at + 1, ' ')) == nullptr) return false;
  }
  return std::atoi(at) - 1 <= own_threads.load(std::memory_order_relaxed);
}

void forget_own_threads() {
  own_threads.store(0, std::memory_order_relaxed);
}

}  // namespace lanescope::agent
