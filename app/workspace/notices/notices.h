// Messages to the user: the current notice, why the last file could not be opened, and what waits
// to be shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

/// What would be lost or left behind when the program quits: one sentence each.
struct QuitStakes {
  std::vector<std::string> sentences;
  int programs = 0;  // programs that keep running unless they are ended

  [[nodiscard]] bool empty() const { return sentences.empty(); }
};

/// A message about a file, for after the window has closed.
struct Parting {
  std::string file, text;
};

// A one-line message about a problem or an event. It stays until it is dismissed.
enum class NoticeKind : std::uint8_t { Info, Warning, Error };

/// What a notice's link does.
enum class NoticeAction : std::uint8_t {
  ShowLoadReport,
  CompareRanks,  // the two traces that were opened as ranks, beside each other
  OpenB,         // alone, instead of both runs
  ShowOutput,    // of the recorded program
  OpenFile,      // the notice's file
  LoadAgain,     // the notice's file, completely this time
  LoadAllRanks,  // of the run whose loading was stopped
  ShiftProfile,  // asks where the profile beside the trace begins
  EndProgram,    // of the recording in the notice's file
  KillProgram,   // the same, if it did not end when asked
  LocateSource,  // asks where the notice's file, a source, is on this machine; done by the window
  CopyPath,      // of the notice's file; done by the window
  Dismiss,       // nothing
};

struct Notice {
  NoticeKind kind = NoticeKind::Info;
  std::string text;
  std::string action = {};  // text of a link; empty: none
  NoticeAction on_click = NoticeAction::ShowLoadReport;
  std::string file = {};          // of the actions, and what the text may shorten to its name
  std::string other_action = {};  // text of a second link, before the first; empty: none
  NoticeAction other_on_click = NoticeAction::ShowLoadReport;
};

/// Why a file could not be opened.
struct OpenProblem {
  std::string file;
  std::string message;
};

/// UI thread only.
class Notices {
 public:
  [[nodiscard]] const std::optional<Notice>& shown() const { return shown_; }
  /// About the last file, if nothing is open; nullopt if it could be opened.
  [[nodiscard]] const std::optional<OpenProblem>& problem() const { return problem_; }

  /// Replaces the current notice.
  void tell(Notice notice) { shown_ = std::move(notice); }
  void tell(NoticeKind kind, std::string text) { shown_ = Notice{kind, std::move(text), ""}; }
  void set_problem(OpenProblem problem) { problem_ = std::move(problem); }
  void dismiss() { shown_.reset(); }
  void clear_problem() { problem_.reset(); }
  /// Replaces the current notice unless that is an error, for which the warning waits: an error may
  /// be due to what is warned of, and says what was not done.
  void warn(std::string text);
  /// Queues a warning until no other notice is shown.
  void warn_later(std::string text) { waiting_.push_back(std::move(text)); }

  /// Call once per frame: queues warnings about refused memory or threads, and shows the next
  /// queued one unless `loading`.
  void refresh(bool loading);
  /// Call once per frame: logs what is shown, once.
  void log();

 private:
  std::optional<Notice> shown_;
  std::optional<OpenProblem> problem_;
  std::vector<std::string> waiting_;
  bool thread_shortage_reported_ = false;
  std::string logged_;
};

}  // namespace lanescope
