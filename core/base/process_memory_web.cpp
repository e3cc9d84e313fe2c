// Memory of WebAssembly only grows, in the process of the page's tab, up to 4 GB.
#include "core/base/process_memory.h"

#include <cstdlib>
#include <new>

#include <emscripten/heap.h>

namespace {

/// Large blocks may not take the last of it, so that a trace that does not fit fails while the
/// window can still draw, and say so.
constexpr std::size_t kReserve = std::size_t{256} << 20U, kLarge = std::size_t{64} << 10U;

}  // namespace

void* operator new(std::size_t bytes) {
  const std::size_t before = ::emscripten_get_heap_size();
  void* memory = std::malloc(bytes > 0 ? bytes : 1);
  if (memory != nullptr && bytes >= kLarge) {
    const std::size_t after = ::emscripten_get_heap_size();
    if (after > before && after > ::emscripten_get_heap_max() - kReserve) {
      std::free(memory);
      memory = nullptr;
    }
  }
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
  std::free(memory);
}

namespace lanescope {

void map_large_blocks() {}

void share_freed_memory() {}

void keep_freed_memory() {}

void keep_all_in_one_heap() {}

bool wants_huge_pages() {
  return false;
}

void return_freed_memory() {}

std::int64_t resident_bytes() {
  return static_cast<std::int64_t>(::emscripten_get_heap_size());
}

std::optional<std::int64_t> available_bytes() {
  return static_cast<std::int64_t>(::emscripten_get_heap_max()) - resident_bytes();
}

/// Memory is never given back.
std::int64_t peak_resident_bytes() {
  return resident_bytes();
}

}  // namespace lanescope
