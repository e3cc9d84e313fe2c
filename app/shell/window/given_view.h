// The view that a shared page or a link opens with: what is zoomed to, selected and shown in the
// tabs once the trace is loaded.
#pragma once

#include <optional>
#include <string>

#include "app/shell/window/main_window.h"
#include "app/shell/window/run.h"
#include "core/base/result.h"

namespace lanescope {

/// UI thread only.
class GivenView {
 public:
  /// `json`: as written by core/export/shared_page.cpp; every member may be missing. With "file"
  /// the view is only for a trace of that name. Errors: WrongFormat.
  static Result<GivenView> parse(const std::string& json);

  /// Writes the notes next to the trace, before it is opened. Errors: as replace_file.
  [[nodiscard]] std::optional<Error> put_notes(const std::string& trace) const;
  /// Call after every frame: arranges the view once the trace has loaded, and again when that has
  /// opened panes, which moves the lanes. What cannot be shown becomes a notice.
  void step(MainWindow& window);

  /// Whether the open trace is the one that the view is for.
  [[nodiscard]] bool is_for(const MainWindow& window) const;
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] bool done() const { return passes_left_ == 0; }

 private:
  ScreenshotOptions options_;
  std::string notes_;  // the text of a file of bookmarks; empty: none
  std::string file_;   // empty: whatever is opened
  int passes_left_ = 2;
};

/// The view as the part of a link after "#", such as
/// "file=run.json.gz&range=10000000:20000000&tab=Kernels": from the start of the trace, in ns.
/// Empty if no trace is open.
std::string link_of_view(const MainWindow& window);

}  // namespace lanescope
