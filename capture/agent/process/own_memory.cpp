#include "capture/agent/process/own_memory.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <unistd.h>

#include <sys/syscall.h>

#include "capture/agent/check.h"

namespace lanescope::agent {
namespace {

enum class Asked : int { No, Can, Cannot };

constexpr std::size_t kPageBytes = 4096;

constinit std::atomic<Asked> asked{Asked::No};

/// The process writes to itself: the source may be anywhere, and only the destination, which is
/// ours, is looked up page by page. In the other direction each piece would cost as much as the
/// whole call.
ssize_t copy(const iovec* pieces, std::size_t count, void* to) {
  std::size_t bytes = 0;
  for (std::size_t piece = 0; piece < count; ++piece) bytes += pieces[piece].iov_len;
  const iovec target{to, bytes};
  // Bypasses the C library's function, which sanitizers intercept: the OS kernel decides what is
  // mapped.
  return syscall(SYS_process_vm_writev, getpid(), pieces, count, &target, 1UL, 0UL);
}

std::size_t read_straight(const iovec* pieces, std::size_t count, void* to) {
  std::size_t bytes = 0;
  for (std::size_t piece = 0; piece < count; ++piece) {
    std::memcpy(static_cast<char*>(to) + bytes, pieces[piece].iov_base, pieces[piece].iov_len);
    bytes += pieces[piece].iov_len;
  }
  return bytes;
}

}  // namespace

bool can_copy_memory() {
  Asked known = asked.load(std::memory_order_relaxed);
  if (known != Asked::No) [[likely]]
    return known == Asked::Can;
  const int error = errno;
  int from = 1, to = 0;
  const iovec piece{&from, sizeof from};
  known = copy(&piece, 1, &to) == sizeof to && to == 1 ? Asked::Can : Asked::Cannot;
  errno = error;
  asked.store(known, std::memory_order_relaxed);
  return known == Asked::Can;
}

std::size_t copy_pieces(const iovec* pieces, std::size_t count, void* to, Forbidden forbidden) {
  if (!LANESCOPE_AGENT_CHECK(count <= kMostPieces, "no more pieces than one call takes")) return 0;
  if (can_copy_memory()) [[likely]] {
    const int error = errno;
    const ssize_t copied = copy(pieces, count, to);
    const bool refused = copied < 0 && (errno == EPERM || errno == ENOSYS);
    errno = error;
    if (!refused) return copied < 0 ? 0 : static_cast<std::size_t>(copied);
    // A sandbox has taken effect since the first check.
    asked.store(Asked::Cannot, std::memory_order_relaxed);
  }
  return forbidden == Forbidden::ReadStraight ? read_straight(pieces, count, to) : 0;
}

bool copy_memory(void* to, const void* from, std::size_t bytes, Forbidden forbidden) {
  const iovec piece{const_cast<void*>(from), bytes};
  return copy_pieces(&piece, 1, to, forbidden) == bytes;
}

std::string_view copy_text(const char* from, char* to, std::size_t most) {
  std::size_t used = 0;
  while (used < most) {
    const auto at = reinterpret_cast<std::uintptr_t>(from + used);
    // The next page is only read if the text continues there.
    const std::size_t left = kPageBytes - (at & (kPageBytes - 1));
    const std::size_t bytes = left < most - used ? left : most - used;
    if (!copy_memory(to + used, from + used, bytes)) return {};
    if (const void* const end = std::memchr(to + used, '\0', bytes); end != nullptr)
      return {to, static_cast<std::size_t>(static_cast<const char*>(end) - to)};
    used += bytes;
  }
  return {to, used};
}

}  // namespace lanescope::agent
