// The processes of a launched command: itself and everything it has started.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct FamilyMember {
  std::int64_t pid = 0;
  std::uint64_t start_ticks = 0;  // since boot; distinguishes it from a later process with its PID
};

/// The processes of this user that are still running: `command` (0: it has ended, and its PID may
/// have been reused), its descendants, and those with `variable` ("NAME=VALUE") in their
/// environment, which finds them when their parents are gone. Excludes zombies and this process.
/// The command comes first. Cost: reads two files of each process of this user: milliseconds.
/// `proc`: where /proc is mounted.
std::vector<FamilyMember> program_family(std::int64_t command, std::string_view variable,
                                         const std::string& proc = "/proc");

/// Sends to each that is still the same process.
void send_signal(const std::vector<FamilyMember>& family, int signal);

/// Kills them, and what they start meanwhile. Cost: up to a tenth of a second.
void kill_family(std::int64_t command, std::string_view variable);

}  // namespace lanescope
