// Reading memory of the program that may be gone when it is read. The kernel copies it, and where
// nothing lies it says so; a load would end the program. Costs a call of the system, so that what
// certainly stays is read straight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <sys/uio.h>

namespace lanescope::agent {

/// Some sandboxes forbid a process to copy its own memory, and one may close at any time. Any
/// thread.
bool can_copy_memory();

/// What becomes of a copy that is forbidden.
enum class Forbidden {
  ReadStraight,  // of what is there as far as anybody knows
  GiveUp,        // of what is likely to be gone: it is as if it was not there
};

/// Whether a pointer can be one at all: neither near zero nor beyond what a program is given.
inline bool is_address(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return address >= 4096 && address < std::uintptr_t{1} << 47;
}

/// Copies the pieces one behind the other to `to`, which has room for all, as far as the first that
/// is not there. The number of bytes. At most kMostPieces. Any thread, no lock; errno stays.
std::size_t copy_pieces(const iovec* pieces, std::size_t count, void* to,
                        Forbidden forbidden = Forbidden::ReadStraight);
inline constexpr std::size_t kMostPieces = 1024;

/// False: not all of it is there.
bool copy_memory(void* to, const void* from, std::size_t bytes,
                 Forbidden forbidden = Forbidden::ReadStraight);

/// The text at `from` as far as its zero or `most` bytes, copied to `to`. Without an address: it
/// can not be read.
std::string_view copy_text(const char* from, char* to, std::size_t most);

}  // namespace lanescope::agent
