#include "core/base/files/small_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace lanescope {

namespace fs = std::filesystem;

Result<std::string> read_small_file(const std::string& path, std::size_t most_bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    return Error{Error::Kind::NotFound, "no such file"};
  if (!fs::is_regular_file(status)) return Error{Error::Kind::Unreadable, "is not a readable file"};
  if (fs::file_size(path, error) > most_bytes || error)
    return Error{Error::Kind::Unreadable, "is too large"};
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) return Error{Error::Kind::Unreadable, "cannot be read"};
  return text;
}

}  // namespace lanescope
