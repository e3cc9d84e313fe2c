#include "capture/host/runner/program_rights.h"

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "core/base/files/file_descriptor.h"

namespace lanescope {
namespace {

/// The system ignores the bit of scripts, since it starts their interpreter.
bool is_script(const std::string& file) {
  const FileDescriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  char start[2] = {};
  return opened.open() && ::read(opened.get(), start, sizeof start) == sizeof start &&
         start[0] == '#' && start[1] == '!';
}

/// Where nobody gets other rights: in a sandbox, and on disks that are mounted so.
bool is_ignored(const std::string& file) {
  struct statvfs disk {};
  const bool without = ::statvfs(file.c_str(), &disk) == 0 && (disk.f_flag & ST_NOSUID) != 0;
  return without || ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
}

}  // namespace

std::optional<std::uint32_t> other_user_of(const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0 || (status.st_mode & S_ISUID) == 0) return std::nullopt;
  if (status.st_uid == ::geteuid() || is_ignored(file) || is_script(file)) return std::nullopt;
  return status.st_uid;
}

std::string setuid_words(std::uint32_t user) {
  const std::string sudo = user == 0 ? "sudo" : fmt::format("sudo -u '#{}'", user);
  return fmt::format(
      "is setuid: it would run with another user's rights, which cannot be recorded; record as "
      "that user, with `{} lanescope record …`",
      sudo);
}

}  // namespace lanescope
