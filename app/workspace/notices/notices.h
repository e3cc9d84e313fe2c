// What there is to say about the work: the notice in front, why the last file could not be opened,
// and what waits to be said.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

/// What is at stake when the program ends: a sentence for each thing that ends, or that goes on
/// without us.
struct QuitStakes {
  std::vector<std::string> sentences;
  int programs = 0;  // that run on unless they are ended

  [[nodiscard]] bool empty() const { return sentences.empty(); }
};

/// What must be said when the window is gone: of which file what.
struct Parting {
  std::string file, text;
};

// Something went wrong or needs to be known: one line, which stays until it is dismissed.
enum class NoticeKind : std::uint8_t { Info, Warning, Error };

/// What the link of a notice does.
enum class NoticeAction : std::uint8_t {
  ShowLoadReport,
  OpenB,        // alone, instead of both runs
  ShowOutput,   // of the recorded program
  OpenFile,     // that it names
  LoadAgain,    // the file that it names, all of it this time
  EndProgram,   // whose recording it names
  KillProgram,  // the same, which did not listen
};

struct Notice {
  NoticeKind kind = NoticeKind::Info;
  std::string text;
  std::string action;  // words of a link; empty: none
  NoticeAction on_click = NoticeAction::ShowLoadReport;
  std::string file = {};          // of OpenFile, LoadAgain, EndProgram and KillProgram
  std::string other_action = {};  // words of a second link, before the first; empty: none
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
