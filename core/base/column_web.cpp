#include "core/base/column.h"

#include <new>

namespace lanescope {

void* allocate_memory(std::size_t bytes) {
  return ::operator new(bytes);  // which is malloc's, see process_memory_web.cpp
}

}  // namespace lanescope
