// In a page: what app/page.cmake packs with it.
#include "core/base/files/program_files.h"

#include <filesystem>
#include <system_error>

namespace lanescope {

Result<std::string> find_program_file(const std::string& name) {
  std::string path = "/program/" + name;
  std::error_code error;
  if (std::filesystem::exists(path, error)) return path;
  return Error{Error::Kind::NotFound, name + " is not part of the page"};
}

bool has_program_file(const std::string& name) {
  return find_program_file(name).ok();
}

}  // namespace lanescope
