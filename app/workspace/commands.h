// All that can be done with what is open. The window turns input into these; tests give them
// without one.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "app/panes/ranks/view.h"
#include "app/workspace/attach/request.h"
#include "app/workspace/notices/notices.h"
#include "app/workspace/record/request.h"
#include "capture/host/attach/process_list.h"
#include "core/view/results/comparison.h"

namespace lanescope {

namespace workspace {

/// A file, or a folder: with traces of ranks in it all of them, else to choose from. A trace that
/// is open stays until the new one has something to show.
struct Open {
  std::string path;
};
/// Files and folders that were named together: the ranks of one run; just one as a trace.
struct OpenTogether {
  std::vector<std::string> paths;
};
/// All traces in the folder of the open one.
struct OpenFolderAsRanks {};
/// Dropped on the window: one is opened, beside an open trace it is the run to compare with; two
/// are compared; more, or a folder of ranks, are the ranks of one run.
struct Drop {
  std::vector<std::string> paths;
};
struct StopLoading {};
/// Of two runs both.
struct Close {};

/// Opens a file as run B beside the open trace; without one as the trace.
struct Compare {
  std::string path;
  AlignQuery align = {};
};
/// Two files instead of what is open.
struct OpenBoth {
  std::string path_a, path_b;
};
struct CloseB {};
struct SwapRuns {};
/// What the tabs and the keys are about becomes the other run.
struct SwitchRun {};
struct LinkRuns {
  bool linked = true;
};
struct Align {
  AlignQuery query;
};
/// By the ranges that have the name of the selected one.
struct AlignBySelected {};

/// From the trace of one rank.
struct BackToRanks {};

/// Starts a recording and shows it as it grows. `file_named`: the user has said where to, and
/// means later ones too. See Workspace::take_refusal().
struct Record {
  RecordRequest request;
  bool file_named = false;
};
/// The lanes of the recording that runs.
struct ShowRecording {};
/// Also stops waiting for a process that was asked for a trace.
struct StopRecording {};
/// Or goes on.
struct PauseRecording {};
/// Asks the recorded program to end, of several the one in front.
struct EndProgram {};
/// All of them; `kill`: they are not asked.
struct EndPrograms {
  bool kill = false;
};
/// Whether the view moves along with what is newest.
struct ToggleFollow {};

/// Asks a process for a trace of itself, which is opened once it is there.
struct Attach {
  RunningProcess process;
  AttachRequest request;
  bool file_named = false;
};
struct CancelAttach {};

/// A link of the notice that was shown, and its file.
struct FollowNotice {
  NoticeAction on_click = NoticeAction::ShowLoadReport;
  std::string file;
};
struct DismissNotice {};
/// The layout of the trace is that of the next one too.
struct RememberLayout {};
/// Before it is asked what is at stake: looks at programs anew, and tries again to save marks that
/// could not be.
struct RefreshStakes {};

}  // namespace workspace

using WorkspaceCommand =
    std::variant<workspace::Open, workspace::OpenTogether, workspace::OpenFolderAsRanks,
                 workspace::Drop, workspace::StopLoading, workspace::Close, workspace::Compare,
                 workspace::OpenBoth, workspace::CloseB, workspace::SwapRuns, workspace::SwitchRun,
                 workspace::LinkRuns, workspace::Align, workspace::AlignBySelected, OpenRank,
                 workspace::BackToRanks, workspace::Record, workspace::ShowRecording,
                 workspace::StopRecording, workspace::PauseRecording, workspace::EndProgram,
                 workspace::EndPrograms, workspace::ToggleFollow, workspace::Attach,
                 workspace::CancelAttach, workspace::FollowNotice, workspace::DismissNotice,
                 workspace::RememberLayout, workspace::RefreshStakes>;

}  // namespace lanescope
