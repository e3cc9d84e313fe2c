// Which process owns a named Unix socket.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope {

struct SocketOwner {
  std::int64_t pid = 0;
  std::string program;  // its name in /proc, at most 15 bytes
};

/// `name` is in the form of /proc/net/unix: a path, or for an abstract name "@" and the name, with
/// its zero bytes also as "@". Nothing: no owner, or a process whose descriptors this user may not
/// read. Cost: reads the names of the open descriptors of every process.
std::optional<SocketOwner> find_socket_owner(const std::string& name,
                                             const std::string& proc = "/proc");

}  // namespace lanescope
