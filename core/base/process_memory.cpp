// A system of which nothing more is known.
#include "core/base/process_memory.h"

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
  return 0;
}

std::optional<std::int64_t> available_bytes() {
  return std::nullopt;
}

std::int64_t peak_resident_bytes() {
  return 0;
}

}  // namespace lanescope
