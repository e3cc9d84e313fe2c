#include "core/base/column.h"

#include <new>

#include <sys/mman.h>

namespace lanescope {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

/// Advises only full huge pages: the rest of the last one would be unused memory.
void* allocate_on_huge_pages(std::size_t bytes) {
  void* memory = nullptr;
  if (::posix_memalign(&memory, kHugePage, bytes) != 0) return nullptr;
  ::madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);  // best effort; may fail
  return memory;
}

}  // namespace

void* allocate_memory(std::size_t bytes) {
  void* memory =
      bytes >= kHugePage ? allocate_on_huge_pages(bytes) : std::malloc(bytes > 0 ? bytes : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace lanescope
