// Memory of WebAssembly only grows, in the process of the page's tab.
#include "core/base/process_memory.h"

#include <emscripten/heap.h>

namespace lanescope {

void map_large_blocks() {}

void return_freed_memory() {}

std::int64_t resident_bytes() {
  return static_cast<std::int64_t>(::emscripten_get_heap_size());
}

/// Memory is never given back.
std::int64_t peak_resident_bytes() {
  return resident_bytes();
}

}  // namespace lanescope
