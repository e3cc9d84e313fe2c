#include "app/workspace/files/source_folders.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "app/workspace/files/paths.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostFolders = 12;

bool is_letter(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

bool has_drive(std::string_view path) {
  return path.size() > 2 && is_letter(path[0]) && path[1] == ':' &&
         (path[2] == '\\' || path[2] == '/');
}

/// Whether a recorded path is one of Windows: with a drive, or separated by backslashes only.
bool is_of_windows(std::string_view path) {
  return has_drive(path) || (path.find('\\') != path.npos && path.find('/') == path.npos);
}

/// The same path with the separators of all systems: those of Windows may be either.
std::string with_slashes(std::string path) {
  if (is_of_windows(path)) std::ranges::replace(path, '\\', '/');
  return path;
}

/// Whether a name in the path begins at this byte.
bool begins_name(const std::string& path, std::size_t at) {
  return at < path.size() && !is_separator(path[at]) && (at == 0 || is_separator(path[at - 1]));
}

bool same_letter(char a, char b) {
  return a == b || (is_separator(a) && is_separator(b));
}

}  // namespace

std::string recorded_name(const std::string& file) {
  const std::string path = with_slashes(file);
  return path.substr(path.rfind('/') + 1);
}

std::optional<SourceFolder> source_folder_of(const std::string& recorded,
                                             const std::string& found) {
  const std::string file = with_slashes(recorded);
  const std::size_t most = std::min(file.size(), found.size());
  std::size_t shared = 0;  // bytes from the end, of whole names
  for (std::size_t n = 1; n <= most; ++n) {
    const std::size_t in_file = file.size() - n, in_found = found.size() - n;
    if (!same_letter(file[in_file], found[in_found])) break;
    if (begins_name(file, in_file) && begins_name(found, in_found)) shared = n;
  }
  if (shared == 0) return std::nullopt;
  return SourceFolder{recorded.substr(0, file.size() - shared),
                      found.substr(0, found.size() - shared)};
}

std::optional<std::string> place_in(const SourceFolder& folder, const std::string& file) {
  const bool relative = !file.empty() && !is_separator(file.front()) && !has_drive(file);
  if (folder.recorded.empty() ? !relative : !file.starts_with(folder.recorded)) return std::nullopt;
  return folder.here + with_slashes(file).substr(folder.recorded.size());
}

void note_source_folder(std::vector<SourceFolder>& folders, const SourceFolder& folder) {
  std::erase_if(folders, [&](const SourceFolder& one) { return one.recorded == folder.recorded; });
  folders.insert(folders.begin(), folder);
  if (folders.size() > kMostFolders) folders.resize(kMostFolders);
}

}  // namespace lanescope
