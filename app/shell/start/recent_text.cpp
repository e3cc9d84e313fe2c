#include "app/shell/start/recent_text.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "app/workspace/files/paths.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLeastNames = 2;
constexpr std::string_view kVersus = " vs ";

/// The last `names` names of a folder: "runs/b".
std::string tail_of(const fs::path& folder, std::size_t names) {
  fs::path tail;
  fs::path rest = folder;
  for (std::size_t i = 0; i < names && rest.has_relative_path(); ++i) {
    tail = tail.empty() ? rest.filename() : rest.filename() / tail;
    rest = rest.parent_path();
  }
  return tail.string();
}

bool tells_apart(std::span<const std::string> paths, std::size_t index, std::size_t names) {
  const fs::path file(paths[index]);
  const std::string tail = tail_of(file.parent_path(), names);
  return std::ranges::none_of(paths, [&](const std::string& other) {
    const fs::path beside(other);
    return other != paths[index] && beside.filename() == file.filename() &&
           tail_of(beside.parent_path(), names) == tail;
  });
}

std::string telling_folder(std::span<const std::string> paths, std::size_t index) {
  const fs::path folder = fs::path(paths[index]).parent_path();
  const auto most = static_cast<std::size_t>(std::distance(folder.begin(), folder.end()));
  std::size_t names = kLeastNames;
  while (names < most && !tells_apart(paths, index, names)) ++names;
  const std::string whole = friendly_path(folder.string());
  std::string cut = "…/" + tail_of(folder, names);
  return cut.size() < whole.size() ? cut : whole;
}

std::string with_b(const std::string& of_a, const std::string& of_b) {
  return of_a == of_b ? of_a : of_a + std::string(kVersus) + of_b;
}

}  // namespace

std::string recent_name(const RecentFile& file, std::size_t ranks) {
  const std::string name = fs::path(file.path).filename().string();
  if (!file.compared_with.empty())
    return name + std::string(kVersus) + fs::path(file.compared_with).filename().string();
  return ranks == 0 ? name : name + " (" + counted(ranks, "rank") + ")";
}

std::string recent_folder(const RecentFile& file) {
  const auto of = [](const std::string& path) {
    return friendly_path(fs::path(path).parent_path().string());
  };
  const std::string folder = of(file.path);
  return file.compared_with.empty() ? folder : with_b(folder, of(file.compared_with));
}

std::vector<std::string> telling_folders(std::span<const RecentFile> files) {
  std::vector<std::string> paths;
  for (const RecentFile& file : files) {
    paths.push_back(file.path);
    if (!file.compared_with.empty()) paths.push_back(file.compared_with);
  }
  std::vector<std::string> folders;
  std::size_t next = 0;
  for (const RecentFile& file : files) {
    std::string folder = telling_folder(paths, next++);
    if (!file.compared_with.empty()) folder = with_b(folder, telling_folder(paths, next++));
    folders.push_back(std::move(folder));
  }
  return folders;
}

std::string recent_mark(const RecentFile& file) {
  return file.compared_with.empty() ? file.path
                                    : file.path + std::string(kVersus) + file.compared_with;
}

WorkspaceCommand open_again(const RecentFile& file) {
  if (file.compared_with.empty()) return workspace::Open{file.path};
  return workspace::OpenBoth{file.path, file.compared_with};
}

}  // namespace lanescope
