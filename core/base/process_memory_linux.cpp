#include "core/base/process_memory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <malloc.h>
#include <string_view>
#include <unistd.h>

#include <sys/mman.h>
#include <sys/resource.h>

namespace lanescope {
namespace {

/// Blocks of at least this size get their own mapping.
constexpr int kMappedBytes = 64 << 10;
/// For who keeps what is freed: the largest limit that glibc takes for blocks with a mapping of
/// their own, and how much may lie free at the end of the heap.
constexpr int kLargestMappedBytes = 32 << 20, kKeptBytes = 512 << 20;
/// What one heap for all starts with: glibc takes nothing larger for what may lie free at its end.
/// A trace of a gigabyte needs a quarter of it; what nothing is written to needs no memory.
constexpr int kHeapBytes = 2000 << 20;
constexpr int kHugePage = 2 << 20;

/// Read before main() too, by what allocates then.
constinit std::atomic<bool> huge_pages{false};
/// After keep_all_in_one_heap().
constinit std::atomic<bool> one_heap{false};

/// The start of a small file of the kernel's. Not as a stream, which would allocate.
template <std::size_t kBytes>
std::string_view head_of(const char* path, std::array<char, kBytes>& text) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t length = ::read(file, text.data(), text.size());
  ::close(file);
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0))};
}

/// The first number in `text`.
std::optional<std::int64_t> number_in(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

/// Whether the user lets a process have as many addresses as it likes.
bool has_any_addresses() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY &&
         ::getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

}  // namespace

void map_large_blocks() {
  ::mallopt(M_MMAP_THRESHOLD, kMappedBytes);
  huge_pages.store(true, std::memory_order_relaxed);
}

void share_freed_memory() {
  ::mallopt(M_ARENA_MAX, 1);
}

void keep_freed_memory() {
  huge_pages.store(false, std::memory_order_relaxed);
  ::mallopt(M_MMAP_THRESHOLD, kLargestMappedBytes);
  ::mallopt(M_TRIM_THRESHOLD, kKeptBytes);
}

void keep_all_in_one_heap() {
  huge_pages.store(false, std::memory_order_relaxed);
  one_heap.store(true, std::memory_order_relaxed);
  share_freed_memory();
  ::mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  ::mallopt(M_MMAP_MAX, 0);
  // Systems that promise no more memory than they have count this at once, as limits do.
  const std::int64_t bytes =
      has_any_addresses() ? std::min<std::int64_t>(kHeapBytes, available_bytes().value_or(0) / 2)
                          : 0;
  if (bytes <= kHugePage) return;
  void* const block = std::malloc(static_cast<std::size_t>(bytes));
  if (block == nullptr) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(block);
  const std::uintptr_t skipped = (kHugePage - begin % kHugePage) % kHugePage;
  ::madvise(static_cast<char*>(block) + skipped, static_cast<std::size_t>(bytes - kHugePage),
            MADV_HUGEPAGE);
  std::free(block);
}

bool wants_huge_pages() {
  return huge_pages.load(std::memory_order_relaxed);
}

void return_freed_memory() {
  if (one_heap.load(std::memory_order_relaxed)) return;
  ::malloc_trim(0);
}

std::int64_t resident_bytes() {
  std::array<char, 128> text{};
  const std::string_view words = head_of("/proc/self/statm", text);
  const std::size_t second = words.find(' ');  // resident pages
  if (second == std::string_view::npos) return 0;
  return number_in(words.substr(second)).value_or(0) * ::sysconf(_SC_PAGESIZE);
}

std::optional<std::int64_t> available_bytes() {
  constexpr std::string_view kKey = "MemAvailable:";
  std::array<char, 512> text{};
  const std::string_view lines = head_of("/proc/meminfo", text);
  const std::size_t key = lines.find(kKey);
  if (key == std::string_view::npos) return std::nullopt;
  const auto kib = number_in(lines.substr(key + kKey.size()));
  return kib ? std::optional(*kib * 1024) : std::nullopt;
}

std::int64_t peak_resident_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

}  // namespace lanescope
