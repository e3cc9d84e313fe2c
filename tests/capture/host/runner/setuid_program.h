// A setuid program of another user, for tests.
#pragma once

#include <filesystem>
#include <string>
#include <unistd.h>

#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {

inline constexpr unsigned kOtherUser = 65534;

/// A copy of `true` in the folder; empty if none can be made: only root can give it away, and some
/// systems and disks ignore the bit.
inline std::string setuid_program(const TempFolder& folder) {
  struct statvfs disk {};
  const bool is_ignored = ::statvfs(folder.path().c_str(), &disk) != 0 ||
                          (disk.f_flag & ST_NOSUID) != 0 ||
                          ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
  if (::geteuid() != 0 || is_ignored) return {};
  std::string program = folder.path() + "/program";
  std::filesystem::copy_file("/bin/true", program);
  const bool is_made =
      ::chown(program.c_str(), kOtherUser, kOtherUser) == 0 && ::chmod(program.c_str(), 04755) == 0;
  return is_made ? program : std::string();
}

}  // namespace lanescope
