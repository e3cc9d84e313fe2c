// What there is to say about the work: the notice in front, why the last file could not be opened,
// and what waits to be said.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/workspace/notices/notice.h"

namespace lanescope {

/// UI thread only.
class Notices {
 public:
  [[nodiscard]] const std::optional<Notice>& shown() const { return shown_; }
  /// Of the last file, where nothing is open; nothing when it could be opened.
  [[nodiscard]] const std::optional<OpenProblem>& problem() const { return problem_; }

  /// Takes the place of what is shown.
  void tell(Notice notice) { shown_ = std::move(notice); }
  void tell(NoticeKind kind, std::string text) { shown_ = Notice{kind, std::move(text), ""}; }
  void set_problem(OpenProblem problem) { problem_ = std::move(problem); }
  void dismiss() { shown_.reset(); }
  void clear_problem() { problem_.reset(); }
  /// A warning that waits until nothing else is shown.
  void warn_later(std::string text) { waiting_.push_back(std::move(text)); }

  /// Once a frame: takes what the system has refused, and shows what waits unless it is `loading`.
  void refresh(bool loading);
  /// Once a frame: what is shown stands in the log too, once.
  void log();

 private:
  std::optional<Notice> shown_;
  std::optional<OpenProblem> problem_;
  std::vector<std::string> waiting_;
  bool thread_shortage_reported_ = false;
  std::string logged_;
};

}  // namespace lanescope
