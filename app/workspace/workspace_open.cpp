// Opening and closing, and how loads end.
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/workspace/files/paths.h"
#include "app/workspace/files/thumbnail_folder.h"
#include "app/workspace/memory/layout_memory.h"
#include "app/workspace/traces/load_state.h"
#include "app/workspace/workspace.h"
#include "core/base/files/log.h"
#include "core/session/rank_files.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// Whether the load has ended, successfully or not.
bool has_ended(Session::State state) {
  return state != Session::State::Loading && state != Session::State::Live;
}

}  // namespace

void Workspace::perform(const workspace::Open& command) {
  const std::string whole = absolute_path(command.path);
  if (std::vector<std::string> summaries = summaries_of_run({whole}); !summaries.empty())
    return open_ranks(std::move(summaries));
  if (is_folder(whole)) {
    std::vector<std::string> ranks = rank_traces_of_run(whole);
    if (!ranks.empty()) return open_ranks(std::move(ranks));
    browse_ = Browse{whole, false};
    return;
  }
  if (recordings_.records_into(whole)) return perform(workspace::ShowRecording{});
  dispose(std::move(ranks_));
  begin_opening(begin_load(whole, command.beside));
}

/// Cancels earlier requests that have not opened yet.
void Workspace::begin_opening(std::unique_ptr<OpenTrace> trace) {
  dispose(std::move(opening_b_));
  dispose(std::move(opening_));
  notices_.dismiss();
  notices_.clear_problem();
  kept_range_.reset();
  opening_ = std::move(trace);
}

std::unique_ptr<OpenTrace> Workspace::begin_load(const std::string& file, BesideTrace beside) {
  log_line(LogLevel::Info, "opening " + file);
  const Recording* recorded = recordings_.of(file);
  auto trace =
      begin_load({file, Session::Kind::File, recorded == nullptr ? nullptr : recorded->shown_log(),
                  std::move(beside)});
  if (recorded != nullptr && recorded->went_wrong())
    trace->view.requests.emplace_back(ShowTab{"Output"});
  return trace;
}

std::unique_ptr<OpenTrace> Workspace::begin_load(OpenTrace::Source source) {
  auto trace = std::make_unique<OpenTrace>(std::move(source), options_.wake, options_.own_folder);
  if (options_.make_panes) trace->panes = options_.make_panes(*trace);
  return trace;
}

void Workspace::load_again(const std::string& file) {
  const auto was_stopped = [&](const OpenTrace* run) {
    return run != nullptr && run->path() == file && run->state() == Session::State::Cancelled;
  };
  const bool of_b = was_stopped(runs_.b());
  if (!of_b && !was_stopped(trace_.get())) return perform(workspace::Open{file});
  if (!of_b) {
    dispose(std::move(opening_));
    opening_ = begin_load(file, trace_->view.session().beside());
    const Viewport& viewport = trace_->view.viewport;
    kept_range_.reset();
    if (ranks_ || !viewport.shows_all()) kept_range_ = {viewport.range()};
  }
  if (!runs_.open()) return;
  dispose(std::move(opening_b_));
  opening_b_ = begin_load(runs_.b()->path(), runs_.b()->view.session().beside());
  align_b_ = runs_.query();
  b_again_ = true;
}

void Workspace::perform(const workspace::OpenTogether& command) {
  if (command.paths.size() == 1)
    return perform(workspace::Open{command.paths.front(), command.beside});
  std::vector<std::string> summaries = summaries_of_run(command.paths);
  if (!summaries.empty()) return open_ranks(std::move(summaries));
  if (!command.paths.empty()) open_ranks(files_of_run(command.paths));
}

void Workspace::perform(const workspace::Drop& command) {
  const std::vector<std::string>& paths = command.paths;
  const bool is_run = !summaries_of_run(paths).empty() ||
                      (paths.size() == 1 && !rank_traces_of_run(paths.front()).empty());
  const bool folders = paths.size() == 2 && std::ranges::any_of(paths, is_folder);
  if (paths.size() > 2 || is_run || folders) {
    perform(workspace::OpenTogether{paths});
  } else if (paths.size() == 2) {
    perform(workspace::OpenBoth{paths[0], paths[1]});
  } else if (!paths.empty() && goes_beside(paths.front())) {
    workspace::LayProfile lay{{paths.front()}};
    perform(lay);
    tell_laid(opening_->view.session(), true);
  } else if (!paths.empty() && trace_ && !opening_) {
    workspace::Compare compare{paths.front()};
    perform(compare);
    if (opening_b_)
      notices_.tell({NoticeKind::Info,
                     session_name(opening_b_->view.session()) + " is compared with " +
                         session_name(trace_->view.session()) + ".",
                     "Open separately", NoticeAction::OpenB});
  } else if (!paths.empty()) {
    perform(workspace::Open{paths.front()});
  }
}

void Workspace::perform(const workspace::Close& /*command*/) {
  perform(workspace::CloseB{});
  perform(workspace::RememberLayout{});
  if (!trace_ && !opening_) dispose(std::move(ranks_));
  dispose(std::move(opening_));
  dispose(std::move(trace_));
  notices_.dismiss();
  if (recordings_.current)
    notices_.tell({NoticeKind::Info, "Recording continues.", "Show recording",
                   NoticeAction::OpenFile, recordings_.current->file()});
}

void Workspace::perform(const workspace::StopLoading& /*command*/) {
  if (opening_) {
    opening_->view.session().cancel();
  } else if (runs_.open() && runs_.b()->state() == Session::State::Loading) {
    runs_.b()->view.session().cancel();
  } else if (trace_) {
    trace_->view.session().cancel();
  } else if (ranks_) {
    ranks_->cancel();
  }
}

void Workspace::perform(const workspace::FollowNotice& command) {
  notices_.dismiss();
  switch (command.on_click) {
    case NoticeAction::ShowLoadReport:
      if (trace() != nullptr) trace()->view.requests.emplace_back(ShowTab{"Load report"});
      break;
    case NoticeAction::ShowOutput:
      if (trace() != nullptr) trace()->view.requests.emplace_back(ShowTab{"Output"});
      break;
    case NoticeAction::LoadAgain:
      load_again(command.file);
      break;
    case NoticeAction::LoadAllRanks:
      load_all_ranks();
      break;
    case NoticeAction::ShiftProfile:
      if (trace() != nullptr) trace()->view.requests.emplace_back(ShowShiftProfile{});
      break;
    case NoticeAction::OpenFile:
      perform(workspace::Open{command.file});
      break;
    case NoticeAction::CompareRanks:
      if (ranks_ && ranks_->files().size() == 2) {
        const std::vector<std::string> files = ranks_->files();
        perform(workspace::OpenBoth{files[0], files[1]});
      }
      break;
    case NoticeAction::OpenB:
      if (runs_.open()) perform(workspace::Open{runs_.b()->path()});
      break;
    case NoticeAction::EndProgram:
    case NoticeAction::KillProgram:
      if (Recording* recording = recordings_.of(command.file))
        end_program(*recording, command.on_click == NoticeAction::KillProgram);
      break;
    case NoticeAction::LocateSource:
    case NoticeAction::CopyPath:
    case NoticeAction::Dismiss:
      break;
  }
}

/// Cancels its load, which should not go on while the trace waits to be freed.
void Workspace::dispose(std::unique_ptr<OpenTrace> trace) {
  if (!trace) return;
  trace->view.session().cancel();
  disposal_.take(std::move(trace));
}

/// Of another time, when the file may have been another.
void Workspace::note_steps_problem(OpenTrace& trace) {
  Session& session = trace.view.session();
  const auto why = session.take_steps_problem();
  if (!why) return;
  notices_.warn(session_name(session) + " " + *why + ". Its steps are those that were found.");
  trace.view.marks.choose_steps("");
}

void Workspace::note_file_change(const OpenTrace& trace) {
  const Session& session = trace.view.session();
  if (!session.take_file_change()) return;
  notices_.warn(
      session_name(session) +
      " has changed since it was loaded, so arguments, shapes and stacks can no longer be "
      "read. Open it again to see its current contents.");
}

/// As a notice if something is open, else on the start page.
void Workspace::tell_failure(const std::string& file, const std::string& why) {
  if (trace_ || ranks_) {
    notices_.tell(NoticeKind::Error, file + ": " + why);
  } else {
    notices_.set_problem({file, why});
  }
}

void Workspace::adopt_opening() {
  const Session& session = opening_->view.session();
  const Session::State state = session.state();
  const auto snapshot = session.snapshot().value;
  // A recording is shown as soon as it has events.
  if (snapshot && (state != Session::State::Live || !snapshot->extent.empty())) {
    end_b();
    perform(workspace::RememberLayout{});
    load_end_noted_ = false;
    dispose(std::move(trace_));
    trace_ = std::move(opening_);
    restore_layout(remembered_, *trace_);
    // A recording without events leaves no file. A snapshot of memory without a history has no
    // extent either.
    if (!snapshot->extent.empty() || recordings_.of(session.path()) == nullptr)
      note_opened(session);
  } else if (has_ended(state)) {
    if (state == Session::State::Failed) {
      const OpenProblem problem = load_failure(session);
      tell_failure(problem.file, problem.message);
    }
    kept_range_.reset();             // the trace before it stays where it is
    dispose(std::move(opening_));    // otherwise stopped before anything was read
    dispose(std::move(opening_b_));  // it was for this trace
  }
}

void Workspace::note_opened(const Session& session) {
  if (is_example(options_.examples, session.path())) return;
  remembered_.note_opened(session.path(), static_cast<std::int64_t>(std::time(nullptr)));
}

void Workspace::note_load_end() {
  if (!trace_ || opening_ || load_end_noted_ || !has_ended(trace_->state())) return;
  if (!leave_empty_tab(remembered_, *trace_)) return;
  const Session& session = trace_->view.session();
  load_end_noted_ = true;
  log_line(LogLevel::Info, session.path() + ": " + load_done_text(load_facts(session)));
  keep_thumbnail(session);
  auto notice = load_end_notice(session);
  if (!notice) return;
  // If a recording has just ended, the notice shown says the same, and that its program is still
  // running.
  const auto& shown = notices_.shown();
  if (shown && shown->on_click == NoticeAction::EndProgram && shown->file == session.path()) return;
  if (runs_.open()) notice->text = session_name(session) + ": " + notice->text;
  notices_.tell(std::move(*notice));
}

void Workspace::keep_thumbnail(const Session& session) {
  const std::string& path = session.path();
  const auto snapshot = session.snapshot().value;
  if (options_.own_folder.empty() || is_example(options_.examples, path) || !snapshot) return;
  std::vector<std::string> recent;
  for (const RecentFile& file : remembered_.recent) {
    recent.push_back(file.path);
    if (!file.compared_with.empty()) recent.push_back(file.compared_with);
  }
  disposal_.run([snapshot, path, recent, pictures = ThumbnailFolder(options_.own_folder)] {
    pictures.keep(path, make_thumbnail(*snapshot), recent);
  });
}

}  // namespace lanescope
