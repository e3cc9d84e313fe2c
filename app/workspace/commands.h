// Everything that can be done with what is open. The window turns input into these commands; tests
// send them directly.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "app/panes/fleet/view.h"
#include "app/panes/ranks/view.h"
#include "app/workspace/attach/request.h"
#include "app/workspace/notices/notices.h"
#include "app/workspace/record/request.h"
#include "capture/host/attach/process_list.h"
#include "core/session/beside_trace.h"
#include "core/view/results/comparison.h"

namespace lanescope {

namespace workspace {

/// Opens a file or a folder. A folder with traces of ranks, or with summaries of them, is opened as
/// a run, any other is shown to choose a file from. The open trace stays until the new one has
/// something to show.
struct Open {
  std::string path;
  BesideTrace beside = {};  // of a file
};
/// Files and folders named together, as the ranks of one run; a single one as a trace.
struct OpenTogether {
  std::vector<std::string> paths;
  BesideTrace beside = {};  // of a single one
};
/// Loads the open trace again with this profile beside it, in place of one that is there, and shows
/// the same time; without a file, with none. Not while two runs are open.
struct LayProfile {
  LaidProfile profile;
};
/// All traces in the folder of the open one.
struct OpenFolderAsRanks {};
/// Files dropped on the window. One file is opened, or if a trace is open, compared with it, or as
/// a profile laid beside it; two files are compared; more, a folder of ranks, or summaries are
/// opened as the ranks of one run.
struct Drop {
  std::vector<std::string> paths;
};
struct StopLoading {};
/// Closes the trace, or both runs.
struct Close {};

/// Opens a file as run B next to the open trace, or as the trace if none is open.
struct Compare {
  std::string path;
  AlignQuery align = {};
  BesideTrace beside = {};
};
/// Replaces what is open by two files.
struct OpenBoth {
  std::string path_a, path_b;
};
struct CloseB {};
struct SwapRuns {};
/// Makes the other run the one that tabs and keys act on.
struct SwitchRun {};
struct LinkRuns {
  bool linked = true;
};
struct Align {
  AlignQuery query;
};
/// Aligns by the ranges with the same name as the selected one.
struct AlignBySelected {};
/// Aligned as before events were selected, which then start together.
struct UndoShift {};

/// Returns from the trace of one rank.
struct BackToRanks {};

/// Starts a recording and shows it while it grows. `file_named`: the user chose the file, and later
/// recordings go to the same folder. See Workspace::take_refusal().
struct Record {
  RecordRequest request;
  bool file_named = false;
};
/// Shows the lanes of the current recording.
struct ShowRecording {};
/// Also cancels a pending attachment.
struct StopRecording {};
/// Or resumes it.
struct PauseRecording {};
/// Saves what the recording has kept to a file of its own; it goes on.
struct SaveLast {};
/// Asks the recorded program to end; if there are several, the one in front.
struct EndProgram {};
/// Ends all programs. `kill`: kills them instead of asking.
struct EndPrograms {
  bool kill = false;
};
/// Whether the view follows the newest events.
struct ToggleFollow {};

/// Requests a trace from a process, and opens it once it is available.
struct Attach {
  RunningProcess process;
  AttachRequest request;
  bool file_named = false;
};
struct CancelAttach {};

/// A link of a notice that was shown, and the notice's file.
struct FollowNotice {
  NoticeAction on_click = NoticeAction::ShowLoadReport;
  std::string file;
};
struct DismissNotice {};
/// Uses the current trace's layout for the next trace too.
struct RememberLayout {};
/// Sent before asking whether to quit: re-checks programs, and retries saving marks that could not
/// be saved.
struct RefreshStakes {};

}  // namespace workspace

using WorkspaceCommand =
    std::variant<workspace::Open, workspace::OpenTogether, workspace::LayProfile,
                 workspace::OpenFolderAsRanks, workspace::Drop, workspace::StopLoading,
                 workspace::Close, workspace::Compare, workspace::OpenBoth, workspace::CloseB,
                 workspace::SwapRuns, workspace::SwitchRun, workspace::LinkRuns, workspace::Align,
                 workspace::AlignBySelected, workspace::UndoShift, OpenRank, workspace::BackToRanks,
                 workspace::Record, workspace::ShowRecording, workspace::StopRecording,
                 workspace::PauseRecording, workspace::SaveLast, workspace::EndProgram,
                 workspace::EndPrograms, workspace::ToggleFollow, workspace::Attach,
                 workspace::CancelAttach, workspace::FollowNotice, workspace::DismissNotice,
                 workspace::RememberLayout, workspace::RefreshStakes, OpenSummarized>;

}  // namespace lanescope
