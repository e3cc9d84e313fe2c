#include "core/base/column.h"

#include <new>

namespace lanescope {

void* allocate_memory(std::size_t bytes) {
  void* memory = std::malloc(bytes > 0 ? bytes : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace lanescope
