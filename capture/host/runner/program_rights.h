// Programs that run with the rights of another user.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {

/// The user whose rights the system would give to a process that starts this file, if they are not
/// those of this process: it is a setuid program. nullopt: none, or the file cannot be read. Cost:
/// looks at the file on the disk.
std::optional<std::uint32_t> other_user_of(const std::string& file);

/// Why such a program is not recorded, and what to do, without its name.
std::string setuid_words(std::uint32_t user);

}  // namespace lanescope
