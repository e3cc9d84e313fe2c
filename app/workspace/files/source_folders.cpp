#include "app/workspace/files/source_folders.h"

#include <algorithm>
#include <cstddef>

#include "app/workspace/files/paths.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostFolders = 12;

/// Whether a name in the path begins at this byte.
bool begins_name(const std::string& path, std::size_t at) {
  return at < path.size() && !is_separator(path[at]) && (at == 0 || is_separator(path[at - 1]));
}

bool same_letter(char a, char b) {
  return a == b || (is_separator(a) && is_separator(b));
}

}  // namespace

std::optional<SourceFolder> source_folder_of(const std::string& file, const std::string& found) {
  const std::size_t most = std::min(file.size(), found.size());
  std::size_t shared = 0;  // bytes from the end, of whole names
  for (std::size_t n = 1; n <= most; ++n) {
    const std::size_t in_file = file.size() - n, in_found = found.size() - n;
    if (!same_letter(file[in_file], found[in_found])) break;
    if (begins_name(file, in_file) && begins_name(found, in_found)) shared = n;
  }
  if (shared == 0) return std::nullopt;
  return SourceFolder{file.substr(0, file.size() - shared), found.substr(0, found.size() - shared)};
}

std::optional<std::string> place_in(const SourceFolder& folder, const std::string& file) {
  const bool relative = !file.empty() && !is_separator(file.front());
  if (folder.recorded.empty() ? !relative : !file.starts_with(folder.recorded)) return std::nullopt;
  return folder.here + file.substr(folder.recorded.size());
}

void note_source_folder(std::vector<SourceFolder>& folders, const SourceFolder& folder) {
  std::erase_if(folders, [&](const SourceFolder& one) { return one.recorded == folder.recorded; });
  folders.insert(folders.begin(), folder);
  if (folders.size() > kMostFolders) folders.resize(kMostFolders);
}

}  // namespace lanescope
