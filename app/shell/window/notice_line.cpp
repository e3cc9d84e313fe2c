#include "app/shell/window/notice_line.h"

#include <cmath>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/sentence.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr std::string_view kLess = "\u2026/";  // stands for folders
constexpr std::string_view kSentenceEnd = ". ";

/// "/home/…/run.lanes": with the first `folders` folders.
std::string with_folders(const std::filesystem::path& path, std::size_t folders) {
  std::filesystem::path head = path.root_path();
  std::size_t count = 0;
  for (const auto& folder : path.parent_path().relative_path()) {
    if (count++ == folders) break;
    head /= folder;
  }
  const std::string first = folders == 0 ? "" : (head / "").string();
  return first + std::string(kLess) + path.filename().string();
}

std::size_t folders_of(const std::filesystem::path& path) {
  const auto folders = path.parent_path().relative_path();
  return static_cast<std::size_t>(std::distance(folders.begin(), folders.end()));
}

/// With the file in as few words as it takes.
std::string with_less_path(const Face& face, const Notice& notice, float width_px) {
  const std::size_t at = notice.file.empty() ? std::string::npos : notice.text.find(notice.file);
  if (at == std::string::npos) return notice.text;
  const std::filesystem::path path(notice.file);
  const auto written = [&](const std::string& file) {
    return notice.text.substr(0, at) + file + notice.text.substr(at + notice.file.size());
  };
  for (std::size_t folders = folders_of(path); folders-- > 0;) {
    std::string text = written(with_folders(path, folders));
    if (text_width(face, text) <= width_px) return text;
  }
  return written(path.filename().string());
}

}  // namespace

std::string notice_that_fits(const Face& face, const Notice& notice, float width_px) {
  if (text_width(face, notice.text) <= width_px) return notice.text;
  const std::string text = with_less_path(face, notice, width_px);
  if (text == notice.text) return text;  // it names no file, and is cut at its end
  std::string_view rest = text;
  while (text_width(face, rest) > width_px) {
    const std::size_t end = rest.find(kSentenceEnd);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + kSentenceEnd.size());
  }
  return std::string(rest);
}

std::optional<WorkspaceCommand> draw_notice(const Ui& ui, Rect row, const Notice& notice,
                                            bool output_shown) {
  const Colors& c = ui.color();
  const ImU32 color = notice.kind == NoticeKind::Error     ? c.error
                      : notice.kind == NoticeKind::Warning ? c.warning
                                                           : c.accent;
  fill_rect(row, mixed(c.panel, color, 0.10F));
  fill_rect({row.x0, row.y1 - 1, row.x1, row.y1}, c.line);
  ui.mark("notice", row);
  const char* mark = notice.kind == NoticeKind::Info ? icon::kInfo : icon::kWarning;
  draw_text(ui.face().icon, {row.x0 + ui.px(14), centered_y(ui.face().icon, row)}, color, mark);
  std::optional<WorkspaceCommand> chosen;
  const float side = ui.px(24);
  const float top = std::floor((row.y0 + row.y1 - side) / 2);
  const Rect close{row.x1 - ui.px(10) - side, top, row.x1 - ui.px(10), top + side};
  if (icon_button(ui, "notice.close", close, icon::kClose, "Dismiss (Esc)"))
    chosen = workspace::DismissNotice{};
  float right = close.x0 - ui.px(8);
  const auto link = [&](const char* name, const std::string& words, NoticeAction on_click) {
    if (words.empty() || (output_shown && on_click == NoticeAction::ShowOutput)) return;
    const float width = text_button_width(ui, words);
    if (text_button(ui, name, {right - width, top, right, top + side}, words, true))
      chosen = workspace::FollowNotice{on_click, notice.file};
    right -= width + ui.px(8);
  };
  link("notice.action", notice.action, notice.on_click);
  link("notice.other_action", notice.other_action, notice.other_on_click);
  const Face& face = ui.face().ui;
  const float x = row.x0 + ui.px(40);
  const std::string text = notice_that_fits(face, notice, right - x);
  const float drawn_px = draw_sentence_fitted(*ImGui::GetWindowDrawList(), ui, face,
                                              {x, centered_y(face, row)}, right - x, c.text, text);
  const Rect words{x, row.y0, x + drawn_px, row.y1};
  const bool whole = text == notice.text && text_width(face, text) <= right - x;
  if (!whole && ImGui::IsWindowHovered() && words.contains(ImGui::GetIO().MousePos))
    draw_hint(ui, words, notice.text);
  return chosen;
}

}  // namespace lanescope
