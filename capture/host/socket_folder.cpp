#include "capture/host/socket_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <stdlib.h>  // mkdtemp
#include <system_error>

#include <sys/un.h>

namespace lanescope {
namespace {

constexpr std::size_t kLongestFile = 16;  // name of a socket in the folder, its "/" and end

/// Empty when it can not be made there.
std::string make_below(const char* parent) {
  if (parent == nullptr || parent[0] != '/') return {};
  std::string path = std::string(parent) + "/lanescope-XXXXXX";  // letters put in by mkdtemp
  if (path.size() + kLongestFile > sizeof(sockaddr_un::sun_path)) return {};
  return ::mkdtemp(path.data()) == nullptr ? std::string() : path;
}

}  // namespace

Result<SocketFolder> SocketFolder::make() {
  for (const char* parent : {static_cast<const char*>(std::getenv("XDG_RUNTIME_DIR")),
                             static_cast<const char*>(std::getenv("TMPDIR")), "/tmp"}) {
    std::string path = make_below(parent);
    if (!path.empty()) return SocketFolder(std::move(path));
  }
  return Error{Error::Kind::Unreadable, "a folder for the control socket cannot be made in /tmp: " +
                                            std::generic_category().message(errno)};
}

SocketFolder::~SocketFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace lanescope
