#include "app/shell/files/file_dialog.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/shell/files/save_target.h"
#include "app/widgets/button.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/text_field.h"
#include "app/workspace/files/paths.h"
#include "core/base/clamped.h"
#include "core/base/files/trace_endings.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::array kColumns{TableColumn{"Name", 0, false, false},
                              TableColumn{"Size", 110, true, false},
                              TableColumn{"Modified", 160, true, false}};
constexpr float kRowPx = 26, kTableHeadPx = 26;

/// The folder to start in: `wanted`, or its closest existing parent.
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

}  // namespace

void FileDialog::open(const std::string& folder, FilePurpose purpose) {
  request_.reset();
  purpose_ = purpose;
  show(folder);
}

void FileDialog::save(const std::string& folder, SaveRequest request) {
  request_ = std::move(request);
  purpose_ = FilePurpose::Save;
  typed_ = request_->name;
  show(folder);
}

void FileDialog::show(const std::string& folder) {
  open_ = true;
  take_focus_ = true;
  ++opened_;
  go_to(existing_folder(folder));
  came_from_.clear();
}

void FileDialog::go_to(const std::string& named) {
  // "runs/" means "runs"; otherwise its parent would be "runs" again.
  const fs::path whole(named);
  const std::string folder = (whole.has_filename() ? whole : whole.parent_path()).string();
  came_from_ = fs::path(folder_).parent_path() == fs::path(folder)
                   ? fs::path(folder_).filename().string()
                   : "";
  folder_ = folder;
  if (!request_) typed_.clear();
  message_.clear();
  asks_ = row_chosen_ = false;
  listing_.reset();
  shown_.clear();
  highlighted_ = 0;
  table_ = {};
  take_focus_ = true;
}

void FileDialog::refresh() {
  const bool all = all_files_ || request_;
  const Key key{folder_, all, opened_};
  const auto answer = listings_.ask(
      key, [folder = folder_, all](const std::stop_token&) { return list_folder(folder, all); });
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
    const bool fits = request_ ? entry.folder || entry.name.ends_with(request_->suffix)
                               : holds_ignoring_case(entry.name, typed_);
    if (!fits) continue;
    if (entry.folder && entry.name == came_from_) highlighted_ = shown_.size();
    shown_.push_back(i);
  }
}

void FileDialog::highlight(std::size_t row) {
  highlighted_ = row;
  row_chosen_ = true;
}

void FileDialog::take_name(std::size_t row) {
  if (!request_ || row >= shown_.size() || listing_->entries[shown_[row]].folder) return;
  if (typed_ != listing_->entries[shown_[row]].name) asks_ = false;
  typed_ = listing_->entries[shown_[row]].name;
  row_chosen_ = false;
  take_focus_ = true;
}

std::optional<FileChoice> FileDialog::choose(std::size_t row) {
  if (row >= shown_.size()) return std::nullopt;
  const FolderEntry& entry = listing_->entries[shown_[row]];
  const std::string path = (fs::path(folder_) / entry.name).string();
  if (entry.folder) {
    go_to(path);
    return std::nullopt;
  }
  if (request_) {
    take_name(row);
    return enter_name();
  }
  open_ = false;
  return FileChoice{path, purpose_};
}

std::optional<FileChoice> FileDialog::enter() {
  if (request_) return row_chosen_ ? choose(highlighted_) : enter_name();
  return path_typed() ? enter_path(expanded_path(typed_)) : choose(highlighted_);
}

bool FileDialog::path_typed() const {
  return !request_ &&
         (typed_ == ".." || typed_ == "~" || std::ranges::any_of(typed_, is_separator));
}

std::optional<FileChoice> FileDialog::enter_path(const std::string& typed) {
  std::error_code error;
  const fs::path path = (fs::path(folder_) / typed).lexically_normal();
  if (fs::is_directory(path, error)) {
    go_to(path.string());
    return std::nullopt;
  }
  if (!fs::exists(path, error)) {
    message_ = "No such file or folder: " + path.string();
    return std::nullopt;
  }
  open_ = false;
  return FileChoice{path.string(), purpose_};
}

std::optional<FileChoice> FileDialog::enter_name() {
  const SaveTarget target = judge_target(folder_, typed_, request_->suffix);
  if (target.kind == SaveTarget::Kind::Folder) {
    typed_ = request_->name;
    go_to(target.path);
    return std::nullopt;
  }
  const bool agreed = std::exchange(asks_, target.kind == SaveTarget::Kind::Exists);
  message_ = target.message;
  if (target.kind == SaveTarget::Kind::Wrong || (asks_ && !agreed)) return std::nullopt;
  open_ = false;
  return FileChoice{target.path, purpose_};
}

void FileDialog::handle_keys() {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key); };
  const std::size_t last = shown_.empty() ? 0 : shown_.size() - 1;
  const std::size_t first_press = request_ && !row_chosen_ ? 0 : 1;  // nothing is highlighted yet
  if (!ImGui::GetIO().KeyAlt && !shown_.empty()) {
    if (pressed(ImGuiKey_DownArrow)) highlight(std::min(highlighted_ + first_press, last));
    if (pressed(ImGuiKey_UpArrow)) highlight(highlighted_ - std::min(highlighted_, first_press));
    if (pressed(ImGuiKey_PageDown)) highlight(std::min(highlighted_ + 12, last));
    if (pressed(ImGuiKey_PageUp)) highlight(highlighted_ - std::min<std::size_t>(highlighted_, 12));
  }
  const bool up = pressed(ImGuiKey_Backspace) && typed_.empty() && !request_;
  if (up || (ImGui::GetIO().KeyAlt && pressed(ImGuiKey_UpArrow)))
    go_to(fs::path(folder_).parent_path().string());
}

std::optional<FileChoice> FileDialog::draw(const Ui& ui) {
  if (!open_) return std::nullopt;
  refresh();
  Dialog dialog(ui, "open.dialog", {860, 560});
  if (!dialog.shown()) return std::nullopt;
  // Before the field handles them: Backspace in an empty field goes to the parent folder.
  handle_keys();
  std::optional<FileChoice> chosen = draw_content(ui, dialog.area());
  if (dialog.dismissed()) open_ = false;
  if (!open_) dialog.close();
  return chosen;
}

std::optional<FileChoice> FileDialog::draw_content(const Ui& ui, Rect box) {
  Rect inner = box.inset(ui.px(20), ui.px(16));
  const Rect head = inner.cut_top(ui.px(26));
  const std::string_view title = request_ ? std::string_view(request_->title)
                                 : purpose_ == FilePurpose::OpenB ? "Compare with"
                                                                  : "Open trace";
  draw_text(ui.face().title, head.min(), ui.color().text, title);
  draw_path(ui, inner.cut_top(ui.px(30)));
  std::optional<FileChoice> chosen;
  draw_field(ui, inner.cut_top(ui.px(32)), chosen);
  inner.cut_top(ui.px(8));
  const Rect foot = inner.cut_bottom(ui.px(30));
  inner.cut_bottom(ui.px(10));
  if (!chosen) chosen = draw_list(ui, inner);
  draw_foot(ui, foot, chosen);
  return chosen;
}

void FileDialog::draw_field(const Ui& ui, Rect field, std::optional<FileChoice>& chosen) {
  const FieldEvents events =
      request_ ? text_field(ui, "save.name", field, typed_, "File name", icon::kFile,
                            std::exchange(take_focus_, false))
               : text_field(ui, "open.filter", field, typed_, "Filter, or type a path",
                            icon::kSearch, std::exchange(take_focus_, false));
  if (events.changed) {
    message_.clear();
    asks_ = row_chosen_ = false;
    if (!request_) filter();
  }
  if (!events.entered) return;
  chosen = enter();
  take_focus_ = true;
}

void FileDialog::draw_foot(const Ui& ui, Rect foot, std::optional<FileChoice>& chosen) {
  const Rect cancel = foot.cut_right(ui.px(84));
  foot.cut_right(ui.px(8));
  const Rect accept = foot.cut_right(ui.px(96));
  if (action_button(ui, "open.cancel", cancel, "Cancel", false)) open_ = false;
  const char* word = !request_ ? "Open" : asks_ ? "Replace" : "Save";
  if (action_button(ui, request_ ? "save.accept" : "open.accept", accept, word, true) && !chosen)
    chosen = enter();
  if (!request_) {
    const Rect all = foot.cut_left(text_button_width(ui, "Show all files"));
    if (text_button(ui, "open.all", all, all_files_ ? "Traces only" : "Show all files"))
      all_files_ = !all_files_;
    const std::size_t ranks = listing_ ? listing_->ranks : 0;
    if (ranks > 0) {
      const std::string together = "Open " + std::to_string(ranks) + " ranks together";
      foot.cut_left(ui.px(8));
      if (text_button(ui, "open.ranks", foot.cut_left(text_button_width(ui, together)), together)) {
        open_ = false;
        chosen = FileChoice{folder_, purpose_};
      }
    }
    foot.cut_left(ui.px(16));
  }
  if (!message_.empty()) {
    ui.mark(!request_ ? "open.problem" : asks_ ? "save.question" : "save.problem", foot);
    const Face& face = ui.face().ui;
    draw_text_fitted(face, {foot.x0, centered_y(face, foot)}, foot.width() - ui.px(16),
                     asks_ ? ui.color().warning : ui.color().error, message_);
  }
}

void FileDialog::draw_path(const Ui& ui, Rect row) {
  const Face& face = ui.face().ui;
  float x = row.x0;
  const float y = centered_y(face, row);
  fs::path so_far = fs::path(folder_).root_path();
  std::string target;
  std::vector<std::pair<std::string, std::string>> parts{{so_far.string(), so_far.string()}};
  for (const fs::path& part : fs::path(folder_).relative_path()) {
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
    draw_text(face, {x, y},
              press.hovered ? ui.color().accent
              : last        ? ui.color().text
                            : ui.color().dim,
              parts[i].first);
    if (press.clicked && !last) target = parts[i].second;
    x += wide + ui.px(6);
    if (!last && i > 0) draw_text(face, {x, y}, ui.color().faint, "/");
    x += i > 0 ? ui.px(10) : ui.px(4);
  }
  if (!target.empty()) go_to(target);
}

std::string FileDialog::empty_note() const {
  if (request_) return "No folders or " + request_->suffix + " files here";
  if (path_typed()) return "Press Enter to open that file or folder";
  return typed_.empty() ? fmt::format("No traces here ({})", fmt::join(kTraceEndings, ", "))
                        : "No matching name here";
}

std::optional<FileChoice> FileDialog::draw_list(const Ui& ui, Rect area) {
  const auto note = [&](std::string_view text) {
    draw_text(ui.face().ui, {area.x0 + ui.px(14), area.y0 + ui.px(16)}, ui.color().faint, text);
  };
  if (!listing_) {
    note("Reading the folder…");
    return std::nullopt;
  }
  if (!listing_->error.empty()) {
    note("This folder cannot be read: " + listing_->error);
    return std::nullopt;
  }
  if (shown_.empty()) {
    note(empty_note());
    ui.mark("open.empty", area);
    return std::nullopt;
  }
  TableContent content;
  content.columns = kColumns;
  content.rows = shown_.size();
  if (!request_ || row_chosen_) content.selected = highlighted_;
  content.own_keys = true;
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
    table_.scroll_px = clamped(table_.scroll_px, std::max(0.0F, top + row_px - view_px), top);
  const TableEvents events = draw_table(ui, "open.list", area, content, table_);
  if (events.clicked) {
    highlight(*events.clicked);
    take_name(*events.clicked);
  }
  return events.double_clicked ? choose(*events.double_clicked) : std::nullopt;
}

}  // namespace lanescope
