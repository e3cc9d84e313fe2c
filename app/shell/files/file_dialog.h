// The dialog that opens a trace or saves a file: folders, and files with their sizes; usable with
// the mouse or the keyboard.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/shell/files/folder_listing.h"
#include "app/shell/files/places.h"
#include "app/shell/files/typed_path.h"
#include "app/widgets/draw/ui.h"
#include "app/widgets/table.h"
#include "app/widgets/text_field.h"
#include "core/view/results/background.h"

namespace lanescope {

/// A file to be saved.
struct SaveRequest {
  std::string title;   // title of the dialog: "Export the table as CSV"
  std::string name;    // suggested name: "kernels.csv"
  std::string suffix;  // ".csv"; files with this suffix are listed
};

enum class FilePurpose : std::uint8_t {
  Open,
  OpenB,     // to compare with the open trace
  CompareA,  // the first of two to compare
  CompareB,
  Profile,  // to lay beside the open trace
  Source,   // a file that the trace names by its path on another machine
  Save
};

struct FileChoice {
  std::string path;                         // absolute; a folder: open its ranks together
  FilePurpose purpose = FilePurpose::Open;  // Save: the user agreed to replace an existing file
};

class FileDialog {
 public:
  /// `wake` requests a frame, from any thread.
  explicit FileDialog(const std::function<void()>& wake)
      : wake_(wake), listings_(wake, Urgency::Quick, file_pool()) {}

  /// Shows it from the next frame on, to open a file. `named`: for CompareB, the name of A; for
  /// Source, the name of the file that is looked for.
  void open(const std::string& folder, FilePurpose purpose = FilePurpose::Open,
            std::string named = {});
  /// The same, to save a file.
  void save(const std::string& folder, SaveRequest request);
  [[nodiscard]] bool is_open() const { return open_; }
  /// Whether it asks where to save.
  [[nodiscard]] bool saves() const { return request_.has_value(); }
  void close() { open_ = false; }

  /// Takes a file that was dropped on the window while it is open: goes to a folder, chooses a file
  /// to be opened, or takes the name of one to be saved. Cost: asks the disk what it is.
  std::optional<FileChoice> take_drop(const std::string& path);

  /// Draws it if it is open; returns the chosen file once. The folders of `recent` are among the
  /// places to go to.
  std::optional<FileChoice> draw(const Ui& ui, std::span<const RecentFile> recent);

 private:
  struct Key {
    std::string folder;
    bool all_files = false, hidden = false;
    int opened = 0;  // each opening reads the folder again
    friend bool operator==(const Key&, const Key&) = default;
  };

  std::optional<FileChoice> draw_content(const Ui& ui, Rect box);
  void draw_path(const Ui& ui, Rect row);
  void draw_places(const Ui& ui, Rect column);
  void draw_field(const Ui& ui, Rect field, std::optional<FileChoice>& chosen);
  /// The buttons, and in save mode errors or questions.
  void draw_foot(const Ui& ui, Rect foot, std::optional<FileChoice>& chosen);
  std::optional<FileChoice> draw_list(const Ui& ui, Rect area);
  [[nodiscard]] std::string empty_note() const;
  void draw_choices(const Ui& ui, Rect& foot, std::optional<FileChoice>& chosen);
  void draw_left_out(const Ui& ui, Rect row) const;
  [[nodiscard]] std::string title() const;
  void handle_keys();
  void refresh();
  void complete();
  void filter();
  void go_to(const std::string& named);
  void show(const std::string& folder);
  void highlight(std::size_t row);
  /// In save mode, takes the name of an existing file.
  void take_name(std::size_t row);
  /// Opens what is highlighted: enters a folder, or returns a file.
  std::optional<FileChoice> choose(std::size_t row);
  /// Returns it and closes, unless it is not the file that is looked for.
  std::optional<FileChoice> take_file(const std::string& path);
  std::optional<FileChoice> enter();
  std::optional<FileChoice> enter_path(const std::string& typed);
  /// Whether a row is highlighted, which Enter would choose.
  [[nodiscard]] bool highlights() const;
  std::optional<FileChoice> enter_name();

  bool open_ = false;
  FilePurpose purpose_ = FilePurpose::Open;
  std::string named_;                   // for CompareB and Source
  std::optional<SaveRequest> request_;  // the file to save; nullopt: open a file
  bool asks_ = false;                   // message_ asks whether to replace a file
  std::string message_;                 // why not, or whether to
  bool row_chosen_ = false;             // a row was highlighted after the last edit of the text
  bool take_focus_ = false;
  bool all_files_ = false, hidden_ = false;
  bool wants_completion_ = false;  // Tab was pressed
  int opened_ = 0;
  std::string folder_;
  std::string typed_;      // part of a name, a path, or the name to save under
  std::string came_from_;  // the folder that was left for its parent, to be highlighted there
  std::shared_ptr<const FolderListing> listing_;
  std::vector<std::size_t> shown_;  // indices of the entries that pass the filter
  std::size_t highlighted_ = 0;
  TableState table_;
  FieldCompletion completion_;
  std::vector<FolderPlace> places_;
  int places_opened_ = 0;  // the opening that they are of
  std::function<void()> wake_;
  Background<Key, FolderListing> listings_;
};

}  // namespace lanescope
