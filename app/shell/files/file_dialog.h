// The dialog that opens a trace or saves a file: folders, files with their sizes, all by mouse or
// keyboard.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/shell/files/folder_listing.h"
#include "app/widgets/draw/ui.h"
#include "app/widgets/table.h"
#include "core/view/results/background.h"

namespace lanescope {

/// A file to be written.
struct SaveRequest {
  std::string title;   // of the dialog: "Export the table as CSV"
  std::string name;    // suggested: "kernels.csv"
  std::string suffix;  // ".csv"; files of that kind are listed
};

enum class FilePurpose : std::uint8_t { Open, OpenB, Save };

struct FileChoice {
  std::string path;                         // absolute; a folder: the ranks in it, together
  FilePurpose purpose = FilePurpose::Open;  // Save: replacing what is there was agreed to
};

class FileDialog {
 public:
  explicit FileDialog(const std::function<void()>& wake)
      : listings_(wake, Urgency::Quick, file_pool()) {}

  /// Shows it from the next frame on, for a file to read.
  void open(const std::string& folder, FilePurpose purpose = FilePurpose::Open);
  /// The same, for a file to write.
  void save(const std::string& folder, SaveRequest request);
  [[nodiscard]] bool is_open() const { return open_; }

  /// Draws it when open; the file that was chosen, once.
  std::optional<FileChoice> draw(const Ui& ui);

 private:
  struct Key {
    std::string folder;
    bool all_files = false;
    int opened = 0;  // each opening looks again
    friend bool operator==(const Key&, const Key&) = default;
  };

  std::optional<FileChoice> draw_content(const Ui& ui, Rect box);
  void draw_path(const Ui& ui, Rect row);
  void draw_field(const Ui& ui, Rect field, std::optional<FileChoice>& chosen);
  /// Buttons, and what is wrong or asked in save mode.
  void draw_foot(const Ui& ui, Rect foot, std::optional<FileChoice>& chosen);
  std::optional<FileChoice> draw_list(const Ui& ui, Rect area);
  [[nodiscard]] std::string empty_note() const;
  void handle_keys();
  void refresh();
  void filter();
  void go_to(const std::string& named);
  void show(const std::string& folder);
  void highlight(std::size_t row);
  /// Saves under the name of a file that is there.
  void take_name(std::size_t row);
  /// Opens what is highlighted: a folder is gone into, a file is the answer.
  std::optional<FileChoice> choose(std::size_t row);
  std::optional<FileChoice> enter();
  std::optional<FileChoice> enter_path(const std::string& typed);
  /// Not a part of names.
  [[nodiscard]] bool path_typed() const;
  std::optional<FileChoice> enter_name();

  bool open_ = false;
  FilePurpose purpose_ = FilePurpose::Open;
  std::optional<SaveRequest> request_;  // of a file to write; nothing: one is opened
  bool asks_ = false;                   // message_ is whether to replace a file
  std::string message_;                 // why not, or whether to
  bool row_chosen_ = false;             // of the list, after the last letter that was written
  bool take_focus_ = false;
  bool all_files_ = false;
  int opened_ = 0;
  std::string folder_;
  std::string typed_;      // a part of names, a path, or the name to save under
  std::string came_from_;  // the folder left upwards, highlighted in its parent
  std::shared_ptr<const FolderListing> listing_;
  std::vector<std::size_t> shown_;  // entries that pass the filter
  std::size_t highlighted_ = 0;
  TableState table_;
  Background<Key, FolderListing> listings_;
};

}  // namespace lanescope
