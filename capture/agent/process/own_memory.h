// Reads memory of the program that may already be freed. The OS kernel copies it and returns an
// error where nothing is mapped; a plain load would crash the program. Costs a system call, so
// memory that is sure to stay mapped is read directly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <sys/uio.h>

namespace lanescope::agent {

/// Some sandboxes forbid a process to copy its own memory this way, and a sandbox may take effect
/// at any time. Any thread.
bool can_copy_memory();

/// What to do if copying is forbidden.
enum class Forbidden {
  ReadStraight,  // for memory that is believed to be mapped
  GiveUp,        // for memory likely to be gone: treat it as unmapped
};

/// Whether a pointer is plausible: neither near zero nor beyond the user address space.
inline bool is_address(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return address >= 4096 && address < std::uintptr_t{1} << 47;
}

/// Copies the pieces one after another to `to`, which must have room for all, stopping at the first
/// that is not mapped. Returns the number of bytes. At most kMostPieces. Any thread; takes no lock;
/// preserves errno.
std::size_t copy_pieces(const iovec* pieces, std::size_t count, void* to,
                        Forbidden forbidden = Forbidden::ReadStraight);
inline constexpr std::size_t kMostPieces = 1024;

/// False: part of it is not mapped.
bool copy_memory(void* to, const void* from, std::size_t bytes,
                 Forbidden forbidden = Forbidden::ReadStraight);

/// The text at `from` up to its terminating zero or `most` bytes, copied to `to`. A null view: it
/// cannot be read.
std::string_view copy_text(const char* from, char* to, std::size_t most);

}  // namespace lanescope::agent
