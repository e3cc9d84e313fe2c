#include "capture/sampler/perf/perf_ring.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <unistd.h>

#include <linux/perf_event.h>
#include <sys/mman.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace

std::optional<PerfRing> PerfRing::map(int event, std::size_t data_bytes) {
  LANESCOPE_CHECK(std::has_single_bit(data_bytes) && data_bytes >= page_bytes(),
                  "a ring of {} bytes", data_bytes);
  void* const base =
      ::mmap(nullptr, page_bytes() + data_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, event, 0);
  if (base == MAP_FAILED) return std::nullopt;
  return PerfRing(base, data_bytes);
}

PerfRing::~PerfRing() {
  if (base_ != nullptr) ::munmap(base_, page_bytes() + data_bytes_);
}

std::span<const std::byte> PerfRing::piece(std::uint64_t position, std::size_t size) {
  const std::byte* const data = base_ + page_bytes();
  const std::size_t at = position & (data_bytes_ - 1);
  if (at + size <= data_bytes_) return {data + at, size};
  copy_.resize(size);
  const std::size_t before_end = data_bytes_ - at;
  std::memcpy(copy_.data(), data + at, before_end);
  std::memcpy(copy_.data() + before_end, data, size - before_end);
  return copy_;
}

std::size_t PerfRing::read(const std::function<void(std::span<const std::byte>)>& take) {
  auto* const page = reinterpret_cast<perf_event_mmap_page*>(base_);
  const std::uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
  std::uint64_t tail = page->data_tail;
  // The page is writable for us alone, but what does not add up is skipped, not followed.
  if (head - tail > data_bytes_) tail = head;
  while (head - tail >= sizeof(perf_event_header)) {
    perf_event_header header;
    std::memcpy(&header, piece(tail, sizeof header).data(), sizeof header);
    if (header.size < sizeof header || header.size > head - tail) break;
    take(piece(tail, header.size));
    tail += header.size;
  }
  __atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
  return head - tail;
}

}  // namespace lanescope
