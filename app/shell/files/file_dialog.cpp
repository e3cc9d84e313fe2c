#include "app/shell/files/file_dialog.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/shell/files/save_target.h"
#include "app/widgets/dialog.h"
#include "app/workspace/files/paths.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

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

/// Why a file is not the one that is looked for; empty if it may be.
std::string wrong_name(FilePurpose purpose, const std::string& named, const fs::path& path) {
  const std::string name = path.filename().string();
  if (purpose != FilePurpose::Source || name == named) return "";
  return name + " is not named " + named;
}

}  // namespace

void FileDialog::open(const std::string& folder, FilePurpose purpose, std::string named) {
  request_.reset();
  purpose_ = purpose;
  named_ = std::move(named);
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

std::optional<FileChoice> FileDialog::take_drop(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    go_to(path);
  } else if (request_) {
    go_to(fs::path(path).parent_path().string());
    typed_ = fs::path(path).filename().string();
  } else {
    return take_file(path);
  }
  return std::nullopt;
}

std::optional<FileChoice> FileDialog::take_file(const std::string& path) {
  message_ = wrong_name(purpose_, named_, path);
  if (!message_.empty()) return std::nullopt;
  open_ = false;
  return FileChoice{path, purpose_};
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
  const auto typed = typed_path(folder_, typed_);
  const bool all_files = all_files_ || request_ || purpose_ == FilePurpose::Source;
  const Key key{typed ? typed->folder : folder_, all_files,
                hidden_ || (typed && typed->name.starts_with('.')), opened_};
  const auto answer = listings_.ask(key, [key](const std::stop_token&) {
    return list_folder(key.folder, key.all_files, key.hidden);
  });
  if (!answer.current) {
    // The rows of another folder must not be chosen as those of this one.
    if (listing_ && listing_->path != key.folder) {
      listing_.reset();
      shown_.clear();
    }
    return;
  }
  if (answer.value != listing_) {
    listing_ = answer.value;
    filter();
  }
  complete();
}

/// As in a shell; what the name may become is listed.
void FileDialog::complete() {
  if (!std::exchange(wants_completion_, false) || !listing_) return;
  const auto typed = typed_path(folder_, typed_);
  std::vector<FolderEntry> entries;
  for (const std::size_t i : shown_) entries.push_back(listing_->entries[i]);
  // A name without a folder before it completes too.
  const TypedPath name{folder_, "", typed_};
  std::string text = completed(typed ? *typed : name, entries);
  if (text == typed_) return;
  completion_.text = std::move(text);
  wake_();
}

void FileDialog::filter() {
  shown_.clear();
  highlighted_ = 0;
  if (!listing_) return;
  const auto typed = typed_path(folder_, typed_);
  for (std::size_t i = 0; i < listing_->entries.size(); ++i) {
    const FolderEntry& entry = listing_->entries[i];
    if (purpose_ == FilePurpose::Profile && !all_files_ && !entry.folder &&
        !looks_like_profile(entry.name))
      continue;
    if (purpose_ == FilePurpose::Source && !all_files_ && !entry.folder && entry.name != named_)
      continue;
    const bool fits = request_ ? entry.folder || entry.name.ends_with(request_->suffix)
                      : typed  ? true
                               : holds_ignoring_case(entry.name, typed_);
    if (!fits || (typed && !may_become(*typed, entry))) continue;
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
  const auto typed = typed_path(folder_, typed_);
  std::string name = (typed ? typed->before : "") + listing_->entries[shown_[row]].name;
  if (typed_ != name) asks_ = false;
  typed_ = std::move(name);
  row_chosen_ = false;
  take_focus_ = true;
}

std::optional<FileChoice> FileDialog::choose(std::size_t row) {
  if (row >= shown_.size()) return std::nullopt;
  const FolderEntry& entry = listing_->entries[shown_[row]];
  const std::string path = (fs::path(listing_->path) / entry.name).string();
  if (entry.folder) {
    go_to(path);
    return std::nullopt;
  }
  if (request_) {
    take_name(row);
    return enter_name();
  }
  return take_file(path);
}

std::optional<FileChoice> FileDialog::enter() {
  if (request_) return row_chosen_ ? choose(highlighted_) : enter_name();
  const bool path = !row_chosen_ && typed_path(folder_, typed_);
  return path ? enter_path(expanded_path(typed_)) : choose(highlighted_);
}

bool FileDialog::highlights() const {
  return row_chosen_ || (!request_ && !typed_path(folder_, typed_));
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
  return take_file(path.string());
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
  const std::size_t first_press = highlights() ? 1 : 0;
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

std::optional<FileChoice> FileDialog::draw(const Ui& ui, std::span<const RecentFile> recent) {
  if (!open_) return std::nullopt;
  if (std::exchange(places_opened_, opened_) != opened_) {
    std::error_code error;
    places_ = places_of(home_folder(), fs::current_path(error).string(), recent);
  }
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

}  // namespace lanescope
