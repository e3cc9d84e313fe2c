// What a program allocates, which a library may not decide: linked into executables only.
#include <cstdlib>
#include <new>

#include "core/base/column.h"
#include "core/base/process_memory.h"

// The other forms of new and delete, and those of the standard library, end here.

void* operator new(std::size_t bytes) {
  if (lanescope::wants_huge_pages()) return lanescope::allocate_memory(bytes);
  void* memory = std::malloc(bytes > 0 ? bytes : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
  std::free(memory);
}
