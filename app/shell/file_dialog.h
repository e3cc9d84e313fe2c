// The dialog that opens a trace: folders, traces with their sizes, all by mouse or keyboard.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/shell/folder_listing.h"
#include "app/widgets/table.h"
#include "app/widgets/ui.h"
#include "core/view/background.h"

namespace lanescope {

class FileDialog {
 public:
  explicit FileDialog(std::function<void()> wake) : listings_(std::move(wake)) {}

  /// Shows it from the next frame on.
  void open(const std::string& folder);
  [[nodiscard]] bool is_open() const { return open_; }
  [[nodiscard]] const std::string& folder() const { return folder_; }
  void close() { open_ = false; }

  /// Draws it when open; the file that was chosen, once.
  std::optional<std::string> draw(const Ui& ui);

 private:
  struct Key {
    std::string folder;
    bool all_files = false;
    int opened = 0;  // each opening looks again
    friend bool operator==(const Key&, const Key&) = default;
  };

  std::optional<std::string> draw_content(const Ui& ui, Rect box);
  void draw_path(const Ui& ui, Rect row);
  std::optional<std::string> draw_list(const Ui& ui, Rect area);
  void handle_keys();
  void refresh();
  void filter();
  void go_to(const std::string& folder);
  /// Opens what is highlighted: a folder is gone into, a file is the answer.
  std::optional<std::string> choose(std::size_t row);
  std::optional<std::string> enter();

  bool open_ = false;
  bool take_focus_ = false;
  bool all_files_ = false;
  int opened_ = 0;
  std::string folder_;
  std::string filter_;
  std::string came_from_;  // the folder left upwards, highlighted in its parent
  std::shared_ptr<const FolderListing> listing_;
  std::vector<std::size_t> shown_;  // entries that pass the filter
  std::size_t highlighted_ = 0;
  TableState table_;
  Background<Key, FolderListing> listings_;
};

}  // namespace lanescope
