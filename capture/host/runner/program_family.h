// The processes that a started command has become: itself, and all that it has started since.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct FamilyMember {
  std::int64_t pid = 0;
  std::uint64_t start_ticks = 0;  // since the machine's start; tells it from a later one of its PID
};

/// Those of this user that still run: `command` (0: it has ended, and its number may be another's
/// by now), those that descend from it, and those that have `variable` ("NAME=VALUE") in their
/// environment, which finds them when their parents are gone. Zombies and this process are none.
/// The command comes first. Cost: reads two files of each process of this user:
/// milliseconds. `proc` is where the system's processes lie.
std::vector<FamilyMember> program_family(std::int64_t command, std::string_view variable,
                                         const std::string& proc = "/proc");

/// To each of them that is still the one that was found.
void send_signal(const std::vector<FamilyMember>& family, int signal);

/// Kills them, and what they start while that happens. Cost: up to a tenth of a second.
void kill_family(std::int64_t command, std::string_view variable);

}  // namespace lanescope
