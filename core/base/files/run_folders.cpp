#include "core/base/files/run_folders.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Of a host, and of a worker in it.
constexpr int kLevels = 2;
constexpr std::size_t kMostFolders = 4096;

std::vector<std::string> subfolders(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    std::error_code unknown;
    const bool hidden = at->path().filename().string().starts_with('.');
    if (!hidden && at->is_directory(unknown)) out.push_back(at->path().string());
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace

std::vector<std::string> folders_of_run(const std::string& folder,
                                        const std::function<bool(const std::string&)>& has) {
  if (has(folder)) return {folder};
  std::vector<std::string> out, level{folder};
  std::set<fs::path> seen;
  for (int depth = 0; depth < kLevels; ++depth) {
    std::vector<std::string> below;
    for (const std::string& one : level) {
      for (std::string& sub : subfolders(one)) {
        std::error_code unknown;
        if (seen.size() == kMostFolders || !seen.insert(fs::canonical(sub, unknown)).second)
          continue;
        if (has(sub)) out.push_back(sub);
        below.push_back(std::move(sub));
      }
    }
    level = std::move(below);
  }
  std::ranges::sort(out);
  return out;
}

std::string subfolder_prefix(const std::string& folder, const std::string& subfolder) {
  std::string out;
  for (const fs::path& part : fs::path(subfolder).lexically_relative(folder)) {
    if (part != "." && !part.empty()) out += part.string() + "_";
  }
  return out;
}

}  // namespace lanescope
