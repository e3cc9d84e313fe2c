#include "core/base/process_memory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fcntl.h>
#include <malloc.h>
#include <string_view>
#include <unistd.h>

#include <sys/resource.h>

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

std::int64_t resident_bytes() {
  // Not a stream, which would allocate.
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 128> text{};
  const ssize_t length = ::read(file, text.data(), text.size());
  ::close(file);
  const std::string_view words(text.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  const std::size_t second = words.find(' ') + 1;  // resident pages
  std::int64_t resident = 0;
  std::from_chars(words.data() + std::min(second, words.size()), words.data() + words.size(),
                  resident);
  return resident * ::sysconf(_SC_PAGESIZE);
}

std::int64_t peak_resident_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

}  // namespace lanescope
