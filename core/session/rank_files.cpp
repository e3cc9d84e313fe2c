#include "core/session/rank_files.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "core/ranks/rank_identity.h"
#include "core/readers/trace_folder.h"
#include "core/view/ranks/rank_picture.h"

namespace lanescope {
namespace {

/// What distinguishes a rank's file from the others; empty if the name does not indicate a rank.
std::string rank_mark(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  if (const auto rank = rank_in_file_name(name)) return "rank " + std::to_string(*rank);
  return host_in_file_name(name).empty() ? "" : name.substr(0, name.find('.'));
}

}  // namespace

std::vector<std::string> rank_traces_in_folder(const std::string& folder) {
  std::vector<std::string> files;
  std::set<std::string> marks;
  for (std::string& file : traces_in_folder(folder)) {
    const std::string mark = rank_mark(file);
    if (mark.empty()) continue;
    marks.insert(mark);
    files.push_back(std::move(file));
  }
  if (marks.size() < 2) files.clear();
  return files;
}

std::vector<std::string> files_of_run(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  const auto add = [&](std::string file) {
    if (std::ranges::find(files, file) == files.end()) files.push_back(std::move(file));
  };
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) {
      add(path);
      continue;
    }
    for (std::string& file : traces_in_folder(path)) add(std::move(file));
  }
  return files;
}

}  // namespace lanescope
