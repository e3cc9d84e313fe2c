// The dialog that starts a recording: which program, where, and what of it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/shell/record_wish.h"
#include "app/widgets/ui.h"

namespace lanescope {

class RecordDialog {
 public:
  /// Begins with the wish of the last time; `folder` is where recordings are kept.
  void open(RecordWish last, std::string folder);
  [[nodiscard]] bool is_open() const { return open_; }
  /// Why the recording could not start; the dialog stays.
  void complain(std::string problem) { problem_ = std::move(problem); }
  void close() { wants_close_ = true; }
  /// True in the frame in which the user wants wish() recorded. `recent`: commands of before.
  bool draw(const Ui& ui, std::span<const std::string> recent);
  [[nodiscard]] const RecordWish& wish() const { return wish_; }

 private:
  bool draw_content(const Ui& ui, Rect box, std::span<const std::string> recent);
  bool draw_fields(const Ui& ui, Rect& inner);
  void draw_options(const Ui& ui, Rect& inner);
  void draw_recent(const Ui& ui, Rect& inner, std::span<const std::string> recent);
  bool draw_foot(const Ui& ui, Rect foot);
  void refresh_file();

  bool open_ = false, wants_close_ = false;
  bool take_focus_ = false;
  bool file_is_ours_ = true;  // the user has not changed its name
  std::string folder_, problem_;
  std::string named_after_;  // the command that the file is called after
  std::int64_t opened_s_ = 0;
  RecordWish wish_;
};

}  // namespace lanescope
