#include "capture/host/control/socket_folder.h"

#include <cstdlib>
#include <initializer_list>
#include <string>

#include <sys/un.h>

namespace lanescope {
namespace {

constexpr const char* kPrefix = "lanescope-";
constexpr std::size_t kLongestRest = 32;  // of a socket's path behind the parent, with its end

/// Whether a socket below it has a path that the system takes.
bool is_usable(const char* parent) {
  return parent != nullptr && parent[0] == '/' &&
         std::string_view(parent).size() + kLongestRest <= sizeof(sockaddr_un::sun_path);
}

}  // namespace

Result<OwnedFolder> make_socket_folder() {
  Error last{Error::Kind::Unreadable, "cannot create a folder in /tmp"};
  for (const char* parent : {static_cast<const char*>(std::getenv("XDG_RUNTIME_DIR")),
                             static_cast<const char*>(std::getenv("TMPDIR")), "/tmp"}) {
    if (!is_usable(parent)) continue;
    auto folder = OwnedFolder::make(parent, kPrefix);
    if (folder.ok()) return folder;
    last = folder.error();
  }
  last.message = "control socket: " + last.message;
  return last;
}

}  // namespace lanescope
