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
/// environment, which finds them when their parents are gone, and the children of `adopter`, see
/// adopt_orphans(); 0: none. Excludes zombies and this process. The command comes first. Cost:
/// reads two files of each process of this user: milliseconds. `proc`: where /proc is mounted.
std::vector<FamilyMember> program_family(std::int64_t command, std::string_view variable,
                                         std::int64_t adopter = 0,
                                         const std::string& proc = "/proc");

/// Sends to each that is still the same process.
void send_signal(const std::vector<FamilyMember>& family, int signal);

/// Kills them, and what they start meanwhile. Cost: up to a tenth of a second.
void kill_family(std::int64_t command, std::string_view variable, std::int64_t adopter = 0);

/// From now on, of what this process starts, all whose parents end become children of this process
/// instead of the system's first one: also a daemon that clears its environment stays to be found.
/// Their ends must be noticed with reap_adopted(). False, and nothing is changed, if this process
/// has children already: what those leave behind could not be told from the command's.
bool adopt_orphans();
/// No more from now on. Those that are adopted stay so.
void stop_adopting();
/// Lets the system forget the adopted processes that have ended. Not `command`, whose end someone
/// waits for: until that is noticed, others may have to wait. Cost: a system call if there are
/// none.
void reap_adopted(std::int64_t command);

}  // namespace lanescope
