#include "core/base/process_memory.h"

#include <malloc.h>

namespace lanescope {
namespace {

/// Blocks from this size on are mapped on their own.
constexpr int kMappedBytes = 64 << 10;

}  // namespace

void map_large_blocks() {
  ::mallopt(M_MMAP_THRESHOLD, kMappedBytes);
}

void return_freed_memory() {
  ::malloc_trim(0);
}

}  // namespace lanescope
