// What parts of the window ask it to do. They are answered in one place, so that nothing that is
// open changes while it is drawn.
#pragma once

#include <string>
#include <variant>

#include "app/panes/pane/view_request.h"
#include "app/shell/dialogs/quit_dialog.h"
#include "app/shell/files/exporter.h"
#include "app/shell/files/file_dialog.h"
#include "app/shell/keys/commands.h"
#include "app/shell/keys/palette.h"
#include "app/workspace/commands.h"

namespace lanescope::request {

/// A command that is enabled by then.
struct RunCommand {
  const Command* command = nullptr;
  CommandWay way = CommandWay::Button;
};
/// A file to be chosen, in the folder of the trace that is open.
struct Browse {
  FilePurpose purpose = FilePurpose::Open;
};
struct FileChosen {
  FileChoice choice;
};
/// Asks what is to be recorded.
struct ShowRecord {};
/// Asks which running process is to record a trace of itself.
struct ShowAttach {};
/// Asks where to.
struct SaveAs {
  ExportKind kind = ExportKind::Csv;
};
struct OpenPalette {
  Palette::Kind kind = Palette::Kind::Commands;
  std::string filter = {};  // what was typed so far
};
struct PaletteChosen {
  Palette::Choice choice;
};
/// Takes a file off the recent ones.
struct ForgetRecent {
  std::string path;
};
struct QuitAnswered {
  QuitChoice choice = QuitChoice::None;
};

}  // namespace lanescope::request

namespace lanescope {

using Request = std::variant<WorkspaceCommand, ViewRequest, request::RunCommand, request::Browse,
                             request::FileChosen, request::ShowRecord, request::ShowAttach,
                             request::SaveAs, request::OpenPalette, request::PaletteChosen,
                             request::ForgetRecent, request::QuitAnswered>;

}  // namespace lanescope
