// The heap returns what is large by itself.
#include "core/base/process_memory.h"

// clang-format off
#include <windows.h>
#include <psapi.h>  // needs the other one
// clang-format on

namespace lanescope {
namespace {

PROCESS_MEMORY_COUNTERS counters() {
  PROCESS_MEMORY_COUNTERS memory{};
  memory.cb = sizeof memory;
  ::K32GetProcessMemoryInfo(::GetCurrentProcess(), &memory, sizeof memory);
  return memory;
}

}  // namespace

void map_large_blocks() {}

void share_freed_memory() {}

void keep_freed_memory() {}

void keep_all_in_one_heap() {}

bool wants_huge_pages() {
  return false;
}

void return_freed_memory() {}

std::int64_t resident_bytes() {
  return static_cast<std::int64_t>(counters().WorkingSetSize);
}

std::optional<std::int64_t> available_bytes() {
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof memory;
  if (::GlobalMemoryStatusEx(&memory) == 0) return std::nullopt;
  return static_cast<std::int64_t>(memory.ullAvailPhys);
}

std::int64_t peak_resident_bytes() {
  return static_cast<std::int64_t>(counters().PeakWorkingSetSize);
}

}  // namespace lanescope
