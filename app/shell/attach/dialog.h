// The dialog that requests a trace from a running process: which process, what to record, how long,
// and the file.
#pragma once

#include <functional>
#include <string>

#include "app/shell/attach/list.h"
#include "app/widgets/draw/ui.h"
#include "app/workspace/attach/request.h"

namespace lanescope {

class AttachDialog {
 public:
  AttachDialog(const std::function<void()>& wake, std::string proc)
      : list_(wake, std::move(proc)) {}

  /// Starts with the last request; `folder` is where traces are saved.
  void open(AttachRequest last, std::string folder);
  [[nodiscard]] bool is_open() const { return open_; }
  /// Shows why the process cannot be attached to; the dialog stays open.
  void complain(std::string problem) { problem_ = std::move(problem); }
  void close() { wants_close_ = true; }
  /// True in the frame in which the user requests request() from process(). `asking`: a request is
  /// in progress.
  bool draw(const Ui& ui, bool asking);
  [[nodiscard]] const AttachRequest& request() const { return request_; }
  /// Only after draw() returned true.
  [[nodiscard]] const RunningProcess& process() const { return *list_.chosen(); }
  /// Whether the user chose the file.
  [[nodiscard]] bool file_was_named() const { return !file_is_ours_; }

 private:
  bool draw_content(const Ui& ui, Rect box, bool asking);
  void draw_reason(const Ui& ui, Rect area);
  bool draw_options(const Ui& ui, Rect& inner, bool compact);
  bool draw_foot(const Ui& ui, Rect foot, bool asking);
  void refresh_file();
  void draw_amount(const Ui& ui, Rect& amount, bool& entered);
  bool draw_choices(const Ui& ui, Rect& inner, bool compact);
  bool draw_native(const Ui& ui, Rect& inner, bool compact);
  bool draw_rate(const Ui& ui, Rect rect);
  /// Whether the chosen process can be recorded now.
  [[nodiscard]] bool can_start(bool asking) const;

  bool open_ = false, wants_close_ = false;
  bool file_is_ours_ = true;      // the user has not changed the file name
  std::int64_t named_after_ = 0;  // PID of the process that the file is named after
  bool named_for_trace_ = true;   // rather than for samples
  std::int64_t opened_s_ = 0;
  float scroll_px_ = 0;
  std::string folder_, problem_;
  AttachRequest request_;
  AttachList list_;
};

}  // namespace lanescope
