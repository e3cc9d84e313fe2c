// The system call that a thread is blocked in, as /proc/PID/task/TID/syscall tells it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

struct SystemCall {
  std::int64_t number = -1;  // -1: blocked outside of any, that is in a page fault
  std::array<std::uint64_t, 6> arguments{};
};

/// The text of the file. nullopt: the thread is running, or the text is none.
std::optional<SystemCall> parse_system_call(std::string_view text);

/// What a call's arguments tell of what it waits for.
enum class CallSubject : std::uint8_t {
  None,
  File,       // the first argument is a descriptor
  Poll,       // the first is an array of as many pollfds as the second says
  Path,       // the first is a path
  PathBelow,  // the second is a path, below the descriptor in the first
  Futex,      // the first is the address of a futex
};

struct KnownCall {
  std::int64_t number = 0;
  std::string_view name;
  CallSubject subject = CallSubject::None;
};

/// The calls of this machine's 64-bit programs that can block. Null: another call. Cost: a lookup.
const KnownCall* known_call(std::int64_t number);

}  // namespace lanescope
