// The view that a shared page or a link opens with: what is zoomed to, selected and shown in the
// tabs once the trace, or both runs of a comparison, are loaded.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/shell/window/main_window.h"
#include "app/shell/window/run.h"
#include "app/workspace/workspace.h"
#include "core/base/result.h"

namespace lanescope {

/// UI thread only.
class GivenView {
 public:
  /// `json`: as written by core/export/shared_page.cpp; every member may be missing. "file" is the
  /// name of the trace that the view is of, "file_b" that of run B. Errors: WrongFormat.
  static Result<GivenView> parse(const std::string& json);
  GivenView() = default;
  /// Of the trace that is opened first.
  explicit GivenView(const ShownPart& shown);

  /// Writes the notes next to the trace, before it is opened, unless the user has some there
  /// already. Errors: as replace_file.
  [[nodiscard]] std::optional<Error> put_notes(const std::string& trace) const;
  /// Call once: asks for the files that it is of, unless they are open.
  void begin(Workspace& workspace);
  /// Call when the user gives files. Opens those of a comparison, each as the run that it is, and
  /// remembers the first until the second is there. False: they are to be opened as usual.
  bool open_runs(const std::vector<std::string>& given, Workspace& workspace);
  /// Call after every frame: arranges the view once the trace has loaded, and again when that has
  /// opened panes, which moves the lanes. What cannot be shown becomes a notice.
  void step(MainWindow& window);

  [[nodiscard]] bool done() const { return passes_left_ == 0; }

 private:
  /// Of A and B.
  using Pair = std::array<std::string, 2>;

  [[nodiscard]] bool compares() const { return !names_[1].empty(); }
  [[nodiscard]] bool fits(const Workspace& workspace) const;
  [[nodiscard]] bool can_be_shown(const Workspace& workspace) const;
  bool place(const std::vector<std::string>& given);
  void open_placed(Workspace& workspace) const;
  [[nodiscard]] std::string request() const;
  bool ask_for_runs(Notices& notices);
  void warn_if_other(Workspace& workspace) const;

  ScreenshotOptions options_;
  std::string notes_;  // the text of a file of bookmarks; empty: none
  Pair names_;         // of the files; A empty: whatever is opened first, B empty: one trace
  Pair paths_;         // of a comparison's files that were given; empty: not yet
  bool of_b_ = false;  // range and selection are those of B
  bool asked_ = false;
  int passes_left_ = 2;
};

/// The view as the part of a link after "#", such as
/// "file=run.json.gz&range=10000000:20000000&tab=Kernels": from the start of the trace, in ns. With
/// two runs, "&compare=other.json.gz", unless they have the same name: then of one run only. Empty
/// if no trace is open.
std::string link_of_view(const MainWindow& window);
/// Copies it, and says what it is a link to.
void copy_link_to_view(MainWindow& window);

}  // namespace lanescope
