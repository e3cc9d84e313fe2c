#include "app/shell/start/recent_menu.h"

#include <cstddef>
#include <filesystem>
#include <system_error>

#include "app/shell/start/recent_text.h"
#include "app/widgets/menu.h"
#include "core/session/rank_files.h"

namespace lanescope {

std::vector<RecentMenu::OnDisk> RecentMenu::ask_disk(const std::vector<RecentFile>& files) {
  namespace fs = std::filesystem;
  std::vector<OnDisk> out;
  for (const RecentFile& file : files) {
    std::error_code ignored;
    const bool folder = fs::is_directory(file.path, ignored);
    const bool b_missing = !file.compared_with.empty() && !fs::exists(file.compared_with, ignored);
    out.push_back({b_missing || !fs::exists(file.path, ignored),
                   folder ? ranks_below(file.path).ranks.size() : 0});
  }
  return out;
}

RecentMenu::Choice RecentMenu::draw(const Ui& ui, std::span<const RecentFile> files) {
  if (ImGui::GetFrameCount() > last_frame_ + 1) ++opened_;
  last_frame_ = ImGui::GetFrameCount();
  const Key key{{files.begin(), files.end()}, opened_};
  const auto on_disk =
      on_disk_.ask(key, [asked = key.files](const std::stop_token&) { return ask_disk(asked); });
  const std::vector<std::string> folders = telling_folders(files);
  Choice choice;
  for (std::size_t i = 0; i < files.size(); ++i) {
    // Rows of the same name would be the same row to ImGui.
    ImGui::PushID(static_cast<int>(i));
    draw_row(ui, files[i], folders[i], on_disk.current ? (*on_disk.value)[i] : OnDisk(), choice);
    ImGui::PopID();
  }
  return choice;
}

void RecentMenu::draw_row(const Ui& ui, const RecentFile& file, const std::string& folder,
                          OnDisk known, Choice& choice) {
  const std::string name = recent_name(file, known.ranks), mark = recent_mark(file);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  if (known.missing) {
    if (menu_gone_item(ui, name, folder + " · no longer exists", {"forget_recent.", mark},
                       "Remove from list"))
      choice.forget = file;
  } else if (menu_item(ui, name, folder)) {
    choice.open = file;
  }
  ui.mark({known.missing ? "recent_gone." : "recent_file.", mark},
          {at.x, at.y, at.x + width, ImGui::GetCursorScreenPos().y});
}

}  // namespace lanescope
