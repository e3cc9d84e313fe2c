#include "core/base/files/abandoned_files.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "core/base/files/file_descriptor.h"
#include "core/base/files/fresh_name.h"
#include "core/base/files/system_file.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

bool is_file(const FileDescriptor& file) {
  const auto facts = file.open() ? facts_of(file.get()) : std::nullopt;
  return facts && facts->kind == FileFacts::Kind::File;
}

bool is_abandoned(const std::string& path) {
  const FileDescriptor own(open_to_read(path)), second(open_to_read(path));
  if (!is_file(own) || !is_file(second) || is_locked_by_other(own.get())) return false;
  // Otherwise there are no locks here, which says nothing.
  return is_locked_by_other(second.get());
}

}  // namespace

std::size_t remove_abandoned(const std::string& folder, std::string_view ending) {
  std::vector<std::string> found;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    if (replaced_name(at->path().filename().string()).ends_with(ending))
      found.push_back(at->path().string());
  }
  return static_cast<std::size_t>(std::ranges::count_if(found, [](const std::string& path) {
    std::error_code ignored;
    return is_abandoned(path) && fs::remove(path, ignored);
  }));
}

}  // namespace lanescope
