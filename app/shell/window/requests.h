// What parts of the window request from it. Handled in one place, so nothing changes while it is
// being drawn.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "app/panes/pane/view_request.h"
#include "app/shell/dialogs/quit_dialog.h"
#include "app/shell/files/exporter.h"
#include "app/shell/files/file_dialog.h"
#include "app/shell/keys/commands.h"
#include "app/shell/keys/palette.h"
#include "app/workspace/commands.h"

namespace lanescope::request {

/// Runs a command, if it is enabled by then.
struct RunCommand {
  const Command* command = nullptr;
  CommandWay way = CommandWay::Button;
};
/// Shows the file dialog in the folder of the open trace.
struct Browse {
  FilePurpose purpose = FilePurpose::Open;
};
struct FileChosen {
  FileChoice choice;
};
/// Files dropped on the window.
struct Dropped {
  std::vector<std::string> paths;
};
/// Shows the dialog that starts a recording.
struct ShowRecord {};
/// Shows the dialog that attaches to a running process.
struct ShowAttach {};
/// Opens the program's manual, or says where it is.
struct ShowDocumentation {};
/// Shows the dialog that comes before a trace is shared.
struct ShowShare {};
/// Asks where to save.
struct SaveAs {
  ExportKind kind = ExportKind::Csv;
  bool redact = false;  // replace the names in a shared page
};
struct OpenPalette {
  Palette::Kind kind = Palette::Kind::Commands;
  std::string filter = {};  // what has been typed so far
};
struct PaletteChosen {
  Palette::Choice choice;
};
/// Removes it from the recent files.
struct ForgetRecent {
  RecentFile file;
};
struct QuitAnswered {
  QuitChoice choice = QuitChoice::None;
};

}  // namespace lanescope::request

namespace lanescope {

using Request = std::variant<WorkspaceCommand, ViewRequest, request::RunCommand, request::Browse,
                             request::FileChosen, request::Dropped, request::ShowRecord,
                             request::ShowAttach, request::ShowDocumentation, request::ShowShare,
                             request::SaveAs, request::OpenPalette, request::PaletteChosen,
                             request::ForgetRecent, request::QuitAnswered>;

}  // namespace lanescope
