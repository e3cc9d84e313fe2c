#include "capture/host/control/owned_folder.h"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <stdlib.h>  // mkdtemp
#include <system_error>
#include <unistd.h>
#include <vector>

#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLetters = 6;  // appended by mkdtemp in place of as many X
/// A folder this young may be empty because its creator has not locked it yet.
constexpr std::time_t kYoungSeconds = 60;

Error refused(const std::string& parent) {
  return {Error::Kind::Unreadable,
          "cannot create a folder in " + parent + ": " + std::generic_category().message(errno)};
}

FileDescriptor open_folder(const std::string& path) {
  return FileDescriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Whether a process still answers there, such as an earlier version, which does not lock folders.
bool is_answered(const std::string& socket_path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket_path.size() >= sizeof address.sun_path) return true;
  socket_path.copy(address.sun_path, socket_path.size());
  for (const int type : {SOCK_SEQPACKET, SOCK_DGRAM}) {
    const FileDescriptor probe(::socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
      return true;
    if (errno != ECONNREFUSED && errno != EPROTOTYPE) return true;
  }
  return false;
}

/// The sockets in the folder; nothing if a process answers at one of them.
std::optional<std::vector<fs::path>> dead_sockets(const std::string& folder) {
  std::vector<fs::path> sockets;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (!fs::is_socket(at->symlink_status(ignored))) continue;
    if (is_answered(at->path().string())) return std::nullopt;
    sockets.push_back(at->path());
  }
  return sockets;
}

void remove_if_left(const std::string& path) {
  const FileDescriptor folder = open_folder(path);
  struct stat facts {};
  if (!folder.open() || ::fstat(folder.get(), &facts) != 0 || facts.st_uid != ::geteuid()) return;
  if (::flock(folder.get(), LOCK_EX | LOCK_NB) != 0) return;
  const auto sockets = dead_sockets(path);
  if (!sockets) return;
  if (sockets->empty() && std::time(nullptr) - facts.st_mtime < kYoungSeconds) return;
  for (const fs::path& socket : *sockets) ::unlink(socket.c_str());
  ::rmdir(path.c_str());
}

bool is_folder_name(std::string_view name, std::string_view prefix) {
  const auto is_letter = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  };
  return name.size() == prefix.size() + kLetters && name.starts_with(prefix) &&
         std::ranges::all_of(name.substr(prefix.size()), is_letter);
}

}  // namespace

Result<OwnedFolder> OwnedFolder::make(const std::string& parent, std::string_view prefix) {
  remove_left_folders(parent, prefix);
  std::string path = parent + "/" + std::string(prefix) + std::string(kLetters, 'X');
  if (::mkdtemp(path.data()) == nullptr) return refused(parent);
  FileDescriptor lock = open_folder(path);
  // On a file system without locks, no other process can get one either.
  if (lock.open()) ::flock(lock.get(), LOCK_EX);
  return OwnedFolder(std::move(path), std::move(lock));
}

OwnedFolder::~OwnedFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

void OwnedFolder::leave() {
  path_.clear();
  lock_.reset();
}

void remove_left_folders(const std::string& parent, std::string_view prefix) {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator at(parent, error), end; !error && at != end; at.increment(error)) {
    if (is_folder_name(at->path().filename().string(), prefix))
      found.push_back(at->path().string());
  }
  for (const std::string& path : found) remove_if_left(path);
}

}  // namespace lanescope
