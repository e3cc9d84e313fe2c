#include "app/shell/file_dialog.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "app/shell/paths.h"
#include "app/widgets/button.h"
#include "app/widgets/dialog.h"
#include "app/widgets/icons.h"
#include "app/widgets/text.h"
#include "app/widgets/text_field.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::array kColumns{TableColumn{"Name", 0, false, false},
                              TableColumn{"Size", 110, true, false},
                              TableColumn{"Modified", 160, true, false}};
constexpr float kRowPx = 26, kTableHeadPx = 26;

/// The folder to start in: as near to `wanted` as exists.
std::string existing_folder(const std::string& wanted) {
  std::error_code error;
  fs::path path = wanted.empty() ? fs::current_path(error) : fs::path(wanted);
  while (!path.empty() && !fs::is_directory(path, error)) {
    if (path == path.parent_path()) break;
    path = path.parent_path();
  }
  return fs::is_directory(path, error) ? fs::absolute(path, error).lexically_normal().string()
                                       : home_folder();
}

std::string expanded(const std::string& typed) {
  if (typed == "~") return home_folder();
  return typed.starts_with("~/") ? home_folder() + typed.substr(1) : typed;
}

bool contains_ignoring_case(const std::string& text, const std::string& part) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return !std::ranges::search(text, part, [&](char a, char b) { return lower(a) == lower(b); })
              .empty() ||
         part.empty();
}

}  // namespace

void FileDialog::open(const std::string& folder) {
  open_ = true;
  take_focus_ = true;
  ++opened_;
  go_to(existing_folder(folder));
  came_from_.clear();
}

void FileDialog::go_to(const std::string& folder) {
  came_from_ = fs::path(folder_).parent_path() == fs::path(folder)
                   ? fs::path(folder_).filename().string()
                   : "";
  folder_ = folder;
  filter_.clear();
  listing_.reset();
  shown_.clear();
  highlighted_ = 0;
  table_ = {};
  take_focus_ = true;
}

void FileDialog::refresh() {
  const Key key{folder_, all_files_, opened_};
  const auto answer =
      listings_.ask(key, [folder = folder_, all = all_files_](const std::stop_token&) {
        return list_folder(folder, all);
      });
  if (!answer.current || answer.value == listing_) return;
  listing_ = answer.value;
  filter();
}

void FileDialog::filter() {
  shown_.clear();
  highlighted_ = 0;
  if (!listing_) return;
  for (std::size_t i = 0; i < listing_->entries.size(); ++i) {
    const FolderEntry& entry = listing_->entries[i];
    if (!contains_ignoring_case(entry.name, filter_)) continue;
    if (entry.folder && entry.name == came_from_) highlighted_ = shown_.size();
    shown_.push_back(i);
  }
}

std::optional<std::string> FileDialog::choose(std::size_t row) {
  if (row >= shown_.size()) return std::nullopt;
  const FolderEntry& entry = listing_->entries[shown_[row]];
  const std::string path = (fs::path(folder_) / entry.name).string();
  if (entry.folder) {
    go_to(path);
    return std::nullopt;
  }
  open_ = false;
  return path;
}

std::optional<std::string> FileDialog::enter() {
  const std::string typed = expanded(filter_);
  std::error_code error;
  const bool is_path = !typed.empty() && (typed.front() == '/' || typed == ".." ||
                                          typed.find('/') != std::string::npos);
  if (!is_path) return choose(highlighted_);
  const fs::path path = (fs::path(folder_) / typed).lexically_normal();
  if (fs::is_directory(path, error)) {
    go_to(path.string());
    return std::nullopt;
  }
  if (!fs::exists(path, error)) return std::nullopt;
  open_ = false;
  return path.string();
}

void FileDialog::handle_keys() {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key); };
  if (pressed(ImGuiKey_DownArrow) && highlighted_ + 1 < shown_.size()) ++highlighted_;
  if (pressed(ImGuiKey_UpArrow) && highlighted_ > 0) --highlighted_;
  if (pressed(ImGuiKey_PageDown) && !shown_.empty())
    highlighted_ = std::min(highlighted_ + 12, shown_.size() - 1);
  if (pressed(ImGuiKey_PageUp)) highlighted_ -= std::min<std::size_t>(highlighted_, 12);
  const bool up = pressed(ImGuiKey_Backspace) && filter_.empty();
  if (up || (ImGui::GetIO().KeyAlt && pressed(ImGuiKey_UpArrow)))
    go_to(fs::path(folder_).parent_path().string());
}

std::optional<std::string> FileDialog::draw(const Ui& ui) {
  if (!open_) return std::nullopt;
  refresh();
  Dialog dialog(ui, "open.dialog", {860, 560});
  if (!dialog.shown()) return std::nullopt;
  // Before the field sees them: Backspace in an empty field goes up.
  handle_keys();
  std::optional<std::string> chosen = draw_content(ui, dialog.area());
  if (dialog.dismissed()) open_ = false;
  if (!open_) dialog.close();
  return chosen;
}

std::optional<std::string> FileDialog::draw_content(const Ui& ui, Rect box) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  Rect inner = box.inset(ui.px(20), ui.px(16));
  const Rect head = inner.cut_top(ui.px(26));
  draw_text(list, ui.face().title, head.min(), ui.color().text, "Open a trace");
  draw_path(ui, inner.cut_top(ui.px(30)));
  const Rect field = inner.cut_top(ui.px(32));
  const FieldEvents events =
      text_field(ui, "open.filter", field, filter_, "Filter by name, or write a path",
                 icon::kSearch, take_focus_);
  take_focus_ = false;
  if (events.changed) filter();
  std::optional<std::string> chosen;
  if (events.entered) {
    chosen = enter();
    take_focus_ = true;
  }
  inner.cut_top(ui.px(8));
  Rect foot = inner.cut_bottom(ui.px(30));
  inner.cut_bottom(ui.px(10));
  if (!chosen) chosen = draw_list(ui, inner);
  const Rect cancel = foot.cut_right(ui.px(84));
  foot.cut_right(ui.px(8));
  const Rect accept = foot.cut_right(ui.px(96));
  const Rect all = foot.cut_left(text_button_width(ui, "Show all files"));
  if (text_button(ui, "open.all", all, all_files_ ? "Traces only" : "Show all files"))
    all_files_ = !all_files_;
  if (action_button(ui, "open.cancel", cancel, "Cancel", false)) open_ = false;
  if (action_button(ui, "open.accept", accept, "Open", true) && !chosen) chosen = enter();
  return chosen;
}

void FileDialog::draw_path(const Ui& ui, Rect row) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().ui;
  float x = row.x0;
  const float y = centered_y(face, row.y0, row.y1);
  fs::path so_far;
  std::string target;
  std::vector<std::pair<std::string, std::string>> parts;
  for (const fs::path& part : fs::path(folder_)) {
    so_far /= part;
    parts.emplace_back(part.string(), so_far.string());
  }
  float width = 0;
  std::size_t first = parts.size();
  while (first > 0 && width + text_width(face, parts[first - 1].first) + ui.px(18) < row.width()) {
    --first;
    width += text_width(face, parts[first].first) + ui.px(18);
  }
  for (std::size_t i = first; i < parts.size(); ++i) {
    const float wide = text_width(face, parts[i].first);
    const Rect rect{x, row.y0 + ui.px(3), x + wide, row.y1 - ui.px(3)};
    const Press press = press_area(ui, "path." + std::to_string(i), rect);
    const bool last = i + 1 == parts.size();
    draw_text(list, face, {x, y},
              press.hovered ? ui.color().accent
              : last        ? ui.color().text
                            : ui.color().dim,
              parts[i].first);
    if (press.clicked && !last) target = parts[i].second;
    x += wide + ui.px(6);
    if (!last && i > 0) draw_text(list, face, {x, y}, ui.color().faint, "/");
    x += i > 0 ? ui.px(10) : ui.px(4);
  }
  if (!target.empty()) go_to(target);
}

std::optional<std::string> FileDialog::draw_list(const Ui& ui, Rect area) {
  const auto note = [&](std::string_view text) {
    draw_text(*ImGui::GetWindowDrawList(), ui.face().ui, {area.x0 + ui.px(14), area.y0 + ui.px(16)},
              ui.color().faint, text);
  };
  if (!listing_) {
    note("Reading the folder…");
    return std::nullopt;
  }
  if (!listing_->error.empty()) {
    note("This folder can not be read: " + listing_->error);
    return std::nullopt;
  }
  if (shown_.empty()) {
    note(filter_.empty() ? "No traces here (.json, .json.gz, .json.zst)"
                         : "No name here contains that");
    return std::nullopt;
  }
  TableContent content;
  content.columns = kColumns;
  content.rows = shown_.size();
  content.selected = highlighted_;
  content.sort = {kColumns.size(), false};
  content.row_px = kRowPx;
  content.cell = [this, &ui](std::size_t row, std::size_t column) -> TableCell {
    const FolderEntry& entry = listing_->entries[shown_[row]];
    if (column == 1) return {entry.size, ui.color().dim};
    if (column == 2) return {entry.modified, ui.color().faint};
    TableCell cell{entry.name};
    cell.icon = entry.folder ? icon::kFolder : icon::kFile;
    return cell;
  };
  const float row_px = ui.px(kRowPx);
  const float top = static_cast<float>(highlighted_) * row_px;
  const float view_px = area.height() - ui.px(kTableHeadPx);
  const bool by_key =
      ImGui::IsKeyPressed(ImGuiKey_DownArrow) || ImGui::IsKeyPressed(ImGuiKey_UpArrow) ||
      ImGui::IsKeyPressed(ImGuiKey_PageDown) || ImGui::IsKeyPressed(ImGuiKey_PageUp);
  if (by_key)
    table_.scroll_px = std::clamp(table_.scroll_px, std::max(0.0F, top + row_px - view_px), top);
  const TableEvents events = draw_table(ui, "open.list", area, content, table_);
  if (events.clicked) highlighted_ = *events.clicked;
  return events.double_clicked ? choose(*events.double_clicked) : std::nullopt;
}

}  // namespace lanescope
