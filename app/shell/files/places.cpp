#include "app/shell/files/places.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRecent = 6;

std::string name_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.empty() ? folder.string() : name;
}

}  // namespace

std::vector<FolderPlace> places_of(const std::string& home, const std::string& working,
                                   std::span<const RecentFile> recent) {
  std::vector<FolderPlace> places;
  const auto add = [&](std::string title, const std::string& folder, bool is_recent) {
    if (folder.empty() || std::ranges::find(places, folder, &FolderPlace::folder) != places.end())
      return;
    places.push_back({std::move(title), folder, is_recent});
  };
  add("Home", home, false);
  add("Working folder", working, false);
  const std::size_t most = places.size() + kMostRecent;
  for (const RecentFile& file : recent) {
    if (places.size() == most) break;
    const fs::path folder = fs::path(file.path).parent_path();
    add(name_of(folder), folder.string(), true);
  }
  std::vector<bool> shared;
  for (const FolderPlace& place : places)
    shared.push_back(std::ranges::count(places, place.title, &FolderPlace::title) > 1);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (shared[i] && places[i].recent)
      places[i].title =
          (fs::path(name_of(fs::path(places[i].folder).parent_path())) / places[i].title).string();
  }
  return places;
}

}  // namespace lanescope
