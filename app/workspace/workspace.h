// Workspace: what is open (a trace or two runs, the ranks of a run, recordings, a pending
// attachment), what is loading, and the transitions between them. It draws nothing and does not
// depend on the window: the window turns input into commands and draws the resulting state.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/workspace/attach/attachment.h"
#include "app/workspace/commands.h"
#include "app/workspace/compare/run_pair.h"
#include "app/workspace/files/examples.h"
#include "app/workspace/memory/freed_memory.h"
#include "app/workspace/memory/remembered.h"
#include "app/workspace/notices/notices.h"
#include "app/workspace/record/recordings.h"
#include "app/workspace/traces/open_ranks.h"
#include "app/workspace/traces/open_trace.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {

/// Does slow work on other threads, such as joining a loader or freeing gigabytes. UI thread only.
/// Its destructor waits for all of it.
class Disposal {
 public:
  /// Frees it. May be null.
  template <typename Gone>
  void take(std::unique_ptr<Gone> gone) {
    if (gone) run([owned = std::move(gone)]() mutable { owned.reset(); });
  }
  template <typename Work>
  void run(Work work) {
    std::erase_if(running_, [](const std::future<void>& f) {
      return f.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    });
    running_.push_back(do_elsewhere(std::move(work)));
  }

 private:
  std::vector<std::future<void>> running_;
};

/// The trace, or two runs; iterates over those that exist. There is no B without A.
struct OpenRuns {
  std::array<OpenTrace*, 2> list{};

  /// Null: none.
  [[nodiscard]] OpenTrace* a() const { return list[0]; }
  [[nodiscard]] OpenTrace* b() const { return list[1]; }
  /// The run besides that one; null: none.
  [[nodiscard]] OpenTrace* beside(const OpenTrace* run) const {
    return run == list[1] ? list[0] : list[1];
  }
  [[nodiscard]] auto begin() const { return list.begin(); }
  [[nodiscard]] auto end() const { return std::ranges::find(list, nullptr); }
};

/// UI thread only. Nothing here waits for a loader, a recorder or the disk, except save_now().
class Workspace {
 public:
  struct Options {
    std::string own_folder;              // for the program's own files; empty: nothing is saved
    std::vector<Example> examples;       // the traces that come with the program
    std::function<void()> wake = [] {};  // requests a refresh, from any thread
    /// Creates what draws a trace, and sets its tab titles.
    std::function<std::shared_ptr<TracePanes>(OpenTrace&)> make_panes = {};
  };

  /// `remembered` must outlive it.
  Workspace(Options options, Remembered& remembered);

  void run(WorkspaceCommand command);
  /// Call once per frame: takes what was loaded and recorded, and shows what has become ready.
  /// `now_s` must not decrease. Cost: almost none if nothing has happened.
  void refresh(double now_s, double delta_s);

  /// What commands and panes act on; of two runs, the one clicked last. Null: none.
  [[nodiscard]] OpenTrace* trace() const {
    return runs_.active() == RunSide::B ? runs_.b() : trace_.get();
  }
  [[nodiscard]] RunPair& runs() { return runs_; }
  [[nodiscard]] const RunPair& runs() const { return runs_; }
  /// A and B.
  [[nodiscard]] OpenRuns both() const { return {{trace_.get(), runs_.b()}}; }
  /// What is loading and will replace the trace once it has something to show.
  [[nodiscard]] OpenTrace* opening() const { return opening_.get(); }
  /// Likewise what will be the second of two runs.
  [[nodiscard]] OpenTrace* opening_b() const { return opening_b_.get(); }
  /// The open run of ranks, also while the trace of one of them is in front.
  [[nodiscard]] OpenRanks* ranks() const { return ranks_.get(); }
  [[nodiscard]] bool ranks_in_front() const { return ranks_ && !trace_; }
  /// Of the visible trace, or of the one being opened.
  [[nodiscard]] const Session* shown_session() const;
  [[nodiscard]] bool loading() const;
  /// Whether something visible is being computed about what is loaded.
  [[nodiscard]] bool computing() const;
  /// Whether the trace in front is still being recorded.
  [[nodiscard]] bool is_live() const;
  /// Whether a profile can be laid beside the trace in front: it is the only one, and has lanes.
  [[nodiscard]] bool can_lay_profile() const;
  /// The one beside the trace, or beside what is being opened; null: none, or two runs are open.
  [[nodiscard]] const LaidProfile* laid_profile() const;
  [[nodiscard]] const Recordings& recordings() const { return recordings_; }
  /// The current recording; null: none.
  [[nodiscard]] const Recording* recording() const { return recordings_.current.get(); }
  /// It has just started, and the user wants to see it.
  [[nodiscard]] bool recording_begins() const;
  /// Null if there is none.
  [[nodiscard]] const Attachment* attachment() const { return attachment_.get(); }
  /// Neither a recording nor an attachment is in progress.
  [[nodiscard]] bool can_record() const { return !recordings_.current && !attachment_; }
  [[nodiscard]] Notices& notices() { return notices_; }
  [[nodiscard]] const Notices& notices() const { return notices_; }

  /// A folder to choose a trace from, as the result of a command; returned once.
  struct Browse {
    std::string folder;
    bool for_b = false;
  };
  std::optional<Browse> take_browse();
  /// Why the requested recording or attachment cannot start; returned once. For an attachment, this
  /// is known only after a while.
  std::optional<std::string> take_refusal() { return std::exchange(refusal_, std::nullopt); }

  /// Nothing is loading, computing or moving.
  [[nodiscard]] bool quiet() const;
  /// Seconds until the next refresh is needed; 0: at once, negative: never.
  [[nodiscard]] double next_refresh_in_s() const;
  /// What would be lost or left behind.
  [[nodiscard]] QuitStakes stakes() const;
  /// Saves marks and completes a recording, waiting a few seconds at most. Returns what could not
  /// be saved.
  std::optional<std::string> save_now();

 private:
  // One for each command.
  void perform(const workspace::Open& command);
  void perform(const workspace::OpenTogether& command);
  void perform(workspace::LayProfile& command);
  void perform(const workspace::OpenFolderAsRanks& command);
  void perform(const workspace::Drop& command);
  void perform(const workspace::StopLoading& command);
  void perform(const workspace::Close& command);
  void perform(workspace::Compare& command);
  /// The same with the summaries of another run, beside those that are open.
  void compare_summaries(const std::string& path);
  void perform(const workspace::OpenBoth& command);
  void perform(const workspace::CloseB& command);
  void perform(const workspace::SwapRuns& command);
  void perform(const workspace::SwitchRun& command);
  void perform(const workspace::LinkRuns& command) { runs_.set_linked(command.linked); }
  void perform(workspace::Align& command) { runs_.align(std::move(command.query)); }
  void perform(const workspace::AlignBySelected& command);
  void perform(const workspace::UndoShift& command);
  void perform(const OpenRank& command);
  void perform(const OpenSummarized& command);
  void perform(const workspace::BackToRanks& command);
  void perform(const workspace::Record& command);
  void perform(const workspace::ShowRecording& command);
  void perform(const workspace::StopRecording& command);
  void perform(const workspace::PauseRecording& command);
  void perform(const workspace::SaveLast& command);
  void perform(const workspace::EndProgram& command);
  void perform(const workspace::EndPrograms& command);
  void perform(const workspace::ToggleFollow& command);
  void perform(workspace::Attach& command);
  void sample(const workspace::Attach& command);
  /// Of a process that turned out to be one that cannot be asked.
  void sample_instead(const std::string& why_not);
  void perform(const workspace::CancelAttach& command);
  void perform(const workspace::FollowNotice& command);
  void perform(const workspace::DismissNotice& /*command*/) { notices_.dismiss(); }
  void perform(const workspace::RememberLayout& command);
  void perform(const workspace::RefreshStakes& command);

  // Loading.
  void begin_opening(std::unique_ptr<OpenTrace> trace);
  void open_ranks(std::vector<std::string> files);
  /// Opens a file, with its program's output if it was recorded here.
  [[nodiscard]] std::unique_ptr<OpenTrace> begin_load(const std::string& file,
                                                      BesideTrace beside = {});
  [[nodiscard]] std::unique_ptr<OpenTrace> begin_load(OpenTrace::Source source);
  /// Reloads a trace whose loading was stopped, at the time in view; if it is A of two runs,
  /// reloads B too.
  void load_again(const std::string& file);
  /// Whether a dropped file is a profile of what is open, not another trace.
  [[nodiscard]] bool goes_beside(const std::string& file) const;
  /// That the profile of what is being opened is there, and what can be done with it.
  void tell_laid(const Session& session, bool dropped);
  void adopt_opening();
  /// A new B replaces an old one once it has something to show.
  [[nodiscard]] bool b_has_come();
  /// Makes it the run B.
  void adopt_b();
  void end_b();
  /// Switches from tabs about two runs to the tab from before there were two.
  void leave_tabs_of_two();
  void note_load_end();
  void note_b_end();
  void note_opened(const Session& session);
  void note_compared();
  /// Reports once that events can no longer be re-read.
  void note_steps_problem(OpenTrace& trace);
  void note_file_change(const OpenTrace& trace);
  /// For the next start page.
  void keep_thumbnail(const Session& session);
  void tell_failure(const std::string& file, const std::string& why);
  void refresh_views(double now_s, double delta_s);
  void refresh_bookmark_files();
  void dispose(std::unique_ptr<OpenTrace> trace);
  void dispose(std::unique_ptr<OpenRanks> ranks);

  // Ranks.
  void refresh_ranks(double delta_s);
  void show_kept_range();
  void note_ranks_end();
  void note_summaries_end();
  /// What could not be read of a history, or that its loading was stopped.
  void tell_history(const HistoryContents& history);
  /// Its summary, as its trace is gone.
  void open_run_of_history(const OpenSummarized& command);
  /// Offers the rest of a run whose loading was stopped; false if all of it is there. Null: none of
  /// it is.
  bool tell_stopped(const RanksPicture* picture);
  /// Loads it from the start, and then shows the time in view.
  void load_all_ranks();
  void show_kept_rank_range();
  /// Warns of traces that do not look like ranks of one run.
  void tell_unrelated(const RanksPicture& picture);

  // Programs.
  void refresh_recording(double now_s);
  /// Ended recordings whose programs may still be running.
  void refresh_ended(double now_s);
  /// Reports the end of a recording whose lanes were closed.
  void tell_end_of_unseen();
  void end_program(Recording& recording, bool kill);
  [[nodiscard]] Recording* running_program() const;
  /// Null if it is no longer open.
  [[nodiscard]] OpenTrace* trace_of(const Recording* recording) const;
  void refresh_attach();

  Options options_;
  Remembered& remembered_;
  Notices notices_;
  Disposal disposal_;  // traces being closed, thumbnails being written
  std::unique_ptr<OpenTrace> trace_, opening_, opening_b_;
  AlignQuery align_b_;    // how to align opening_b_
  bool b_again_ = false;  // it is loaded again: the time in view stays
  RunPair runs_;          // trace_ is its A
  bool load_end_noted_ = false, b_end_noted_ = false;
  std::string tab_before_b_;  // its title
  std::unique_ptr<OpenRanks> ranks_;
  bool ranks_noted_ = false;  // whether the end of its load was noted
  /// To be shown in the trace that is being opened, until all of it is there or the user looks
  /// elsewhere.
  struct KeptRange {
    TimeRange range;
    std::uint64_t drawn = 0;  // generation of the snapshot it was last shown in
    TimeView shown = {};
  };
  std::optional<KeptRange> kept_range_;
  std::vector<std::string> stopped_ranks_;  // files of the last run whose loading was stopped
  /// To be shown in the ranks that are being opened.
  struct RankRange {
    std::string file;
    TimeRange own;  // on the clock of that rank: the common one may become another
  };
  std::optional<RankRange> kept_rank_range_;
  Recordings recordings_;
  std::unique_ptr<Attachment> attachment_;
  std::optional<Browse> browse_;
  std::optional<std::string> refusal_;
  FreedMemory freed_memory_;
};

}  // namespace lanescope
