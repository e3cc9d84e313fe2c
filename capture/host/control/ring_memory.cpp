#include "capture/host/control/ring_memory.h"

#include <bit>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <sys/mman.h>

namespace lanescope {
namespace {

constexpr std::uint64_t kLargestChannel = 1U << 30;
constexpr std::uint32_t kMostChannels = 1024;

bool possible(std::uint64_t channel_bytes) {
  return std::has_single_bit(channel_bytes) && channel_bytes >= wire::kPage &&
         channel_bytes <= kLargestChannel;
}

Error refused(const char* what) {
  return {Error::Kind::Unsupported,
          std::string(what) + " failed: " + std::generic_category().message(errno)};
}

}  // namespace

Result<RingMemory> RingMemory::make(const wire::RingLayout& layout) {
  if (!possible(layout.channel_bytes) || !possible(layout.gpu_channel_bytes) ||
      !possible(layout.small_channel_bytes) || layout.channels < 1 ||
      layout.channels > kMostChannels) {
    return Error{Error::Kind::Invalid, "invalid ring buffer sizes"};
  }
  FileDescriptor file(::memfd_create("lanescope-ring", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file.open()) return refused("shared memory");
  const std::uint64_t bytes = layout.total_bytes();
  if (::ftruncate(file.get(), static_cast<off_t>(bytes)) != 0) return refused("shared memory");
  if (::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    return refused("sealing shared memory");
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (memory == MAP_FAILED) return refused("mapping shared memory");
  // Zeroed channels are free, with nothing written.
  wire::begin_ring(*new (memory) wire::RingHeader{}, layout);
  return RingMemory(std::move(file), memory, layout);
}

RingMemory::RingMemory(RingMemory&& other) noexcept
    : file_(std::move(other.file_)),
      memory_(std::exchange(other.memory_, nullptr)),
      layout_(other.layout_) {}

RingMemory::~RingMemory() {
  if (memory_ != nullptr) ::munmap(memory_, layout_.total_bytes());
}

void RingMemory::set_paused(bool paused) {
  LANESCOPE_CHECK(memory_ != nullptr, "a ring that was not moved from");
  static_cast<wire::RingHeader*>(memory_)->paused.store(paused ? 1 : 0, std::memory_order_release);
}

}  // namespace lanescope
