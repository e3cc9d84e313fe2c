#include "capture/host/control/socket_owner.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Columns of /proc/net/unix: number, references, protocol, flags, type, state, inode, name.
std::optional<std::string> inode_of(const std::string& name, const std::string& proc) {
  std::ifstream sockets(proc + "/net/unix");
  for (std::string line; std::getline(sockets, line);) {
    std::istringstream columns(line);
    std::string skipped, inode, path;
    for (int column = 0; column < 6; ++column) columns >> skipped;
    if (columns >> inode && std::getline(columns >> std::ws, path) && path == name) return inode;
  }
  return std::nullopt;
}

bool has_open(const fs::path& process, const std::string& target) {
  std::error_code error;
  for (fs::directory_iterator at(process / "fd", error), end; !error && at != end;
       at.increment(error)) {
    std::error_code gone;
    if (fs::read_symlink(at->path(), gone) == target) return true;
  }
  return false;
}

}  // namespace

std::optional<SocketOwner> find_socket_owner(const std::string& name, const std::string& proc) {
  const auto inode = inode_of(name, proc);
  if (!inode) return std::nullopt;
  const std::string target = "socket:[" + *inode + "]";
  std::error_code error;
  for (fs::directory_iterator at(proc, error), end; !error && at != end; at.increment(error)) {
    const auto pid = parse_number<std::int64_t>(at->path().filename().string());
    if (!pid || !has_open(at->path(), target)) continue;
    SocketOwner owner;
    owner.pid = *pid;
    std::ifstream comm(at->path() / "comm");
    std::getline(comm, owner.program);
    return owner;
  }
  return std::nullopt;
}

}  // namespace lanescope
