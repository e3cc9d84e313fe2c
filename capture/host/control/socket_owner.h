// Which process has a unix socket with a name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {

struct SocketOwner {
  std::int64_t pid = 0;
  std::string program;  // the name the kernel has of it, at most 15 bytes
};

/// `name` as /proc/net/unix has it: a path, or for a name without a file "@" and the name, with
/// its zeros as "@" too. Nothing: nobody has it, or a process whose descriptors this user may not
/// read. Cost: reads the names of the open descriptors of every process.
std::optional<SocketOwner> find_socket_owner(const std::string& name,
                                             const std::string& proc = "/proc");

}  // namespace lanescope
