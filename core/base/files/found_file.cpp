#include "core/base/files/found_file.h"

#include <filesystem>
#include <system_error>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Without links; empty if it is not there.
fs::path real_folder_of(const fs::path& file) {
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  return error ? fs::path() : real.parent_path();
}

}  // namespace

bool lies_beside(const std::string& found, const std::string& named) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(found, error);
  if (!fs::is_symlink(status)) return fs::exists(status);
  const fs::path folder = real_folder_of(found), self(named);
  if (folder.empty()) return false;
  const fs::path own = self.has_parent_path() ? self.parent_path() : fs::path(".");
  return folder == fs::canonical(own, error) || folder == real_folder_of(self);
}

}  // namespace lanescope
