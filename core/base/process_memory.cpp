#include "core/base/process_memory.h"

#include <malloc.h>

namespace lanescope {
namespace {

/// Blocks of at least this size get their own mapping.
constexpr int kMappedBytes = 64 << 10;

}  // namespace

void map_large_blocks() {
  ::mallopt(M_MMAP_THRESHOLD, kMappedBytes);
}

void return_freed_memory() {
  ::malloc_trim(0);
}

}  // namespace lanescope
