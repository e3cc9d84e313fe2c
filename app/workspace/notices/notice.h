// Something went wrong or needs to be known: one line, which stays until it is dismissed.
#pragma once

#include <cstdint>
#include <string>

namespace lanescope {

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

}  // namespace lanescope
