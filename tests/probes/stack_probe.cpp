// Loaded into a Python with ctypes: takes the stack of the thread that calls, as the agent does at
// a call into CUDA, and keeps what it wrote.
#include <cstdio>
#include <ctime>
#include <new>
#include <unistd.h>

#include <sys/mman.h>

#include "capture/agent/python/pystack.h"
#include "capture/agent/ring/channel.h"
#include "capture/wire/ring.h"

using namespace lanescope;
using namespace lanescope::agent;

namespace {

constexpr wire::RingLayout kLayout{.lanes = 9, .lane_bytes = 4U << 20, .gpu_lane_bytes = 4096};

void* ring() {
  static void* const memory = mmap(nullptr, kLayout.total_bytes(), PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory;
}

Lane& lane(std::uint32_t index) {
  static Lane lanes[kLayout.lanes];
  if (!lanes[index].attached()) {
    lanes[index].attach(ring(), kLayout, index);
    lanes[index].open(wire::LaneKind::Thread, index, static_cast<std::uint32_t>(getpid()));
  }
  return lanes[index];
}

}  // namespace

extern "C" {

/// Why there are no stacks, or an empty text.
const char* probe_start() {
  const char* const why = start_python_stacks();
  return why == nullptr ? "" : why;
}

/// One stack into lane `index`, as a Mark that carries `label` and the stack's number.
unsigned probe_stack(unsigned index, unsigned label) {
  const std::uint32_t stack = python_stack(lane(index));
  wire::MarkRecord mark{};
  mark.time_ns = label;
  mark.domain = stack;
  lane(index).write(0, mark);
  return stack;
}

/// Forgets the numbers of lane `index`, as when another thread takes it over.
void probe_reopen(unsigned index) {
  lane(index).open(wire::LaneKind::Thread, index, 1);
}

/// Nanoseconds of one stack, the mean of `times`.
double probe_cost(unsigned index, unsigned times) {
  timespec begin{}, end{};
  Lane& to = lane(index);
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (unsigned time = 0; time < times; ++time) python_stack(to);
  clock_gettime(CLOCK_MONOTONIC, &end);
  return (static_cast<double>(end.tv_sec - begin.tv_sec) * 1e9 +
          static_cast<double>(end.tv_nsec - begin.tv_nsec)) /
         times;
}

/// Writes the bytes of lane `index` into a file. 0: done.
int probe_save(unsigned index, const char* path) {
  lane(index);
  std::FILE* const file = std::fopen(path, "wb");
  if (file == nullptr) return 1;
  const char* const data = static_cast<const char*>(ring()) + kLayout.offset_of(index);
  const std::uint64_t bytes = wire::lane_header(ring(), index)->head.load();
  const bool all = std::fwrite(data, 1, bytes, file) == bytes;
  return std::fclose(file) == 0 && all ? 0 : 1;
}
}
