// In the page: files that the user gave to it, and the program's own in memory, which are small.
#include "core/base/bytes/file_source.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/base/bytes/page_files.h"

namespace lanescope {

namespace fs = std::filesystem;

Result<std::unique_ptr<ByteSource>> open_raw_source(const std::string& path,
                                                    LoadProgress* /*progress*/) {
  if (auto given = page_file_source(path)) return given;
  std::error_code error;
  if (fs::is_directory(path, error))
    return Error{Error::Kind::Unreadable, "is a folder; name a file in it"};
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Error{Error::Kind::NotFound,
                 "the page no longer has this file; choose it again, or drop it here"};
  }
  std::string bytes(std::istreambuf_iterator<char>(file), {});
  return raw_memory_source(std::move(bytes), 0);
}

/// No file in the page grows.
Result<std::unique_ptr<ByteSource>> open_growing_file(const std::string& path) {
  return open_raw_source(path);
}

}  // namespace lanescope
