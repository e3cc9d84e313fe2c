#include "capture/agent/nvtx/ranges.h"

#include <pthread.h>

#include "capture/agent/process/fresh_memory.h"

namespace lanescope::agent::nvtx {
namespace {

pthread_key_t thread_end;
bool thread_end_made = false;
pthread_once_t make_key = PTHREAD_ONCE_INIT;

}  // namespace

thread_local constinit OpenRanges* OpenRanges::own_ = nullptr;

void OpenRanges::thread_ends(void* ranges) {
  own_ = nullptr;
  munmap(ranges, sizeof(OpenRanges));
}

OpenRanges* OpenRanges::make() {
  pthread_once(&make_key,
               [] { thread_end_made = pthread_key_create(&thread_end, thread_ends) == 0; });
  void* const memory = fresh_memory(sizeof(OpenRanges));
  if (memory == nullptr) return nullptr;
  own_ = static_cast<OpenRanges*>(memory);
  if (thread_end_made) pthread_setspecific(thread_end, memory);
  return own_;
}

}  // namespace lanescope::agent::nvtx
