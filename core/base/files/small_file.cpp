#include "core/base/files/small_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace lanescope {

namespace fs = std::filesystem;

std::optional<Error> read_small_file(const std::string& path, std::size_t most_bytes,
                                     std::string& text) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    return Error{Error::Kind::NotFound, "no such file"};
  if (!fs::is_regular_file(status)) return Error{Error::Kind::Unreadable, "is not a readable file"};
  const auto bytes = fs::file_size(path, error);
  if (bytes > most_bytes || error) return Error{Error::Kind::Unreadable, "is too large"};
  std::ifstream file(path, std::ios::binary);
  text.resize(static_cast<std::size_t>(bytes));
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  // It may be longer by now.
  if (file) text.append(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  if (!file.is_open() || file.bad()) return Error{Error::Kind::Unreadable, "cannot be read"};
  return std::nullopt;
}

Result<std::string> read_small_file(const std::string& path, std::size_t most_bytes) {
  std::string text;
  if (auto problem = read_small_file(path, most_bytes, text)) return std::move(*problem);
  return text;
}

}  // namespace lanescope
