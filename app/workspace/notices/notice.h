// One line under the top bar: something went wrong or needs to be known. It stays until it is
// dismissed.
#pragma once

#include <string>

#include "app/widgets/draw/ui.h"

namespace lanescope {

enum class NoticeKind : std::uint8_t { Info, Warning, Error };

/// What the link of a notice does.
enum class NoticeDeed : std::uint8_t {
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
  NoticeDeed deed = NoticeDeed::ShowLoadReport;
  std::string file = {};          // of OpenFile, LoadAgain, EndProgram and KillProgram
  std::string other_action = {};  // words of a second link, before the first; empty: none
  NoticeDeed other_deed = NoticeDeed::ShowLoadReport;
};

enum class NoticeEvent : std::uint8_t { None, Dismissed, Action, OtherAction };

/// Height of the line at that style.
float notice_height(const Style& style);
NoticeEvent draw_notice(const Ui& ui, Rect row, const Notice& notice);

}  // namespace lanescope
