#include "app/shell/start/recent_menu.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "app/widgets/menu.h"
#include "app/workspace/files/paths.h"
#include "core/session/rank_files.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLeastNames = 2;

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

bool tells_apart(std::span<const RecentFile> files, std::size_t index, std::size_t names) {
  const fs::path file(files[index].path);
  const std::string tail = tail_of(file.parent_path(), names);
  return std::ranges::none_of(files, [&](const RecentFile& other) {
    const fs::path beside(other.path);
    return other.path != files[index].path && beside.filename() == file.filename() &&
           tail_of(beside.parent_path(), names) == tail;
  });
}

std::string telling_folder(std::span<const RecentFile> files, std::size_t index) {
  const fs::path folder = fs::path(files[index].path).parent_path();
  const auto most = static_cast<std::size_t>(std::distance(folder.begin(), folder.end()));
  std::size_t names = kLeastNames;
  while (names < most && !tells_apart(files, index, names)) ++names;
  const std::string whole = friendly_path(folder.string());
  std::string cut = "…/" + tail_of(folder, names);
  return cut.size() < whole.size() ? cut : whole;
}

}  // namespace

std::string recent_name(const std::string& path, std::size_t ranks) {
  const std::string name = fs::path(path).filename().string();
  return ranks == 0 ? name : name + " (" + counted(ranks, "rank") + ")";
}

std::vector<RecentMenu::OnDisk> RecentMenu::ask_disk(const std::vector<std::string>& files) {
  std::vector<OnDisk> out;
  for (const std::string& file : files) {
    std::error_code ignored;
    const bool folder = fs::is_directory(file, ignored);
    out.push_back({!fs::exists(file, ignored), folder ? ranks_by_content(file).ranks.size() : 0});
  }
  return out;
}

std::vector<std::string> telling_folders(std::span<const RecentFile> files) {
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < files.size(); ++i) folders.push_back(telling_folder(files, i));
  return folders;
}

std::string RecentMenu::draw(const Ui& ui, std::span<const RecentFile> files) {
  if (ImGui::GetFrameCount() > last_frame_ + 1) ++opened_;
  last_frame_ = ImGui::GetFrameCount();
  Key key{{}, opened_};
  for (const RecentFile& file : files) key.files.push_back(file.path);
  const auto on_disk =
      on_disk_.ask(key, [paths = key.files](const std::stop_token&) { return ask_disk(paths); });
  const std::vector<std::string> folders = telling_folders(files);
  std::string chosen;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const OnDisk known = on_disk.current ? (*on_disk.value)[i] : OnDisk();
    const bool gone = known.missing;
    // Rows of the same name would be the same row to ImGui.
    ImGui::PushID(static_cast<int>(i));
    const std::string name = recent_name(files[i].path, known.ranks);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (menu_item(ui, name, gone ? folders[i] + " · no longer exists" : folders[i], !gone))
      chosen = files[i].path;
    ui.mark({gone ? "recent_gone." : "recent_file.", files[i].path},
            {at.x, at.y, at.x + width, ImGui::GetCursorScreenPos().y});
    ImGui::PopID();
  }
  return chosen;
}

}  // namespace lanescope
