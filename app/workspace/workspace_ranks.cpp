// The ranks of one run: opening them, opening the trace of one rank, and returning.
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <utility>

#include "app/workspace/files/paths.h"
#include "app/workspace/workspace.h"
#include "core/base/files/log.h"
#include "core/session/rank_files.h"
#include "core/view/fleet/wall_text.h"
#include "core/view/ranks/text.h"

namespace lanescope {

namespace fs = std::filesystem;

namespace {

/// The file, or one of the same name beside the summary; empty if neither is there.
std::string trace_of_summary(const OpenSummarized& summary) {
  const fs::path trace(summary.file), beside = fs::path(summary.summary_file).parent_path();
  for (const fs::path& path : {trace, beside / trace.filename()}) {
    std::error_code unknown;
    if (path != fs::path(summary.summary_file) && fs::exists(path, unknown)) return path.string();
  }
  return "";
}

}  // namespace

void Workspace::open_ranks(std::vector<std::string> files) {
  if (files.empty()) return;
  kept_rank_range_.reset();
  perform(workspace::Close{});
  notices_.clear_problem();
  dispose(std::move(ranks_));
  if (files.size() == 1 && !are_summaries(files)) return perform(workspace::Open{files.front()});
  log_line(LogLevel::Info, "opening " + std::to_string(files.size()) + " ranks from " +
                               fs::path(files.front()).parent_path().string());
  ranks_ = std::make_unique<OpenRanks>(std::move(files), options_.wake,
                                       SharedThresholds(remembered_.thresholds));
  ranks_noted_ = false;
}

void Workspace::perform(const workspace::OpenFolderAsRanks& /*command*/) {
  if (trace_) open_ranks(files_of_run({fs::path(trace_->path()).parent_path().string()}));
}

void Workspace::dispose(std::unique_ptr<OpenRanks> ranks) {
  if (!ranks) return;
  ranks->cancel();
  disposal_.take(std::move(ranks));
}

void Workspace::perform(const workspace::BackToRanks& /*command*/) {
  if (!ranks_ || !trace_) return;
  perform(workspace::Close{});
  kept_range_.reset();
}

void Workspace::perform(const OpenRank& command) {
  if (!ranks_in_front() || ranks_->view() == nullptr) return;
  const RanksPicture& run = ranks_->view()->run();
  const RankPicture& rank = run.ranks[command.trace];
  begin_opening(begin_load(rank.file));
  kept_range_ = {command.range};
  if (command.purpose == OpenRank::For::Export) {
    notices_.tell(NoticeKind::Info, rank_label(run, command.trace) +
                                        " is opened alone, as exports are of one trace.");
  }
  if (std::string change = rank_change(rank); !change.empty())
    notices_.tell(NoticeKind::Warning, std::move(change));
}

/// One summary of a run that has several stands for its folder, since files are what is chosen.
void Workspace::compare_summaries(const std::string& path) {
  const std::string whole = absolute_path(path);
  std::vector<std::string> files = summaries_of_run({whole});
  if (files.size() == 1 && ranks_->files().size() > 1)
    files = summaries_of_run({fs::path(files.front()).parent_path().string()});
  if (files.empty()) {
    return notices_.tell(NoticeKind::Warning,
                         fs::path(whole).filename().string() +
                             " has no summaries of ranks (.rank) to compare with these.");
  }
  notices_.dismiss();
  disposal_.take(ranks_->end_comparison());
  ranks_->compare_with(std::move(files));
}

void Workspace::refresh_ranks(double delta_s) {
  show_kept_range();
  if (!ranks_) return;
  ranks_->refresh(delta_s);
  disposal_.take(ranks_->take_ended_other());
  if (const auto failure = ranks_->take_other_failure()) {
    const std::string file = fs::path(failure->file).filename().string();
    notices_.tell(NoticeKind::Warning, "The other run cannot be compared: " +
                                           (file.empty() ? "" : file + ": ") + failure->what);
  }
  if (const std::string problem = ranks_->take_other_problem(); !problem.empty())
    notices_.tell(NoticeKind::Warning, "B: " + problem);
  note_ranks_end();
}

/// The trace of a rank shows the same range as the ranks did, and one that is loaded again the same
/// as before. Only part of it may be there at first.
void Workspace::show_kept_range() {
  if (!trace_ && !opening_) kept_range_.reset();  // it could not be opened
  if (!kept_range_ || !trace_ || opening_ || !trace_->view.snapshot()) return;
  TraceView& view = trace_->view;
  const bool grown = kept_range_->drawn != view.drawn_generation();
  if (!grown && !(kept_range_->shown == view.viewport.view())) return kept_range_.reset();
  if (grown) view.viewport.show(kept_range_->range);
  kept_range_->drawn = view.drawn_generation();
  kept_range_->shown = view.viewport.view();
  if (!view.snapshot()->complete && trace_->state() != Session::State::Failed) return;
  kept_range_.reset();
  view.way.history.clear();  // going back leads to the ranks, or nowhere
}

void Workspace::note_ranks_end() {
  if (ranks_noted_ || ranks_->loading()) return;
  ranks_noted_ = true;
  if (ranks_->summarized()) return note_summaries_end();
  const RankRun& run = ranks_->run();
  const auto picture = run.picture();
  if (!picture) {
    if (run.state() == RankRun::State::Failed) {
      const RankFailure failure = run.failure();
      notices_.set_problem({fs::path(failure.file).filename().string(), failure.message});
    } else {
      tell_stopped(nullptr);
    }
    return dispose(std::move(ranks_));
  }
  show_kept_rank_range();
  if (const std::string folder = run.folder();
      picture->ranks.size() > 1 && !folder.empty() && !is_example(options_.examples, folder))
    remembered_.note_opened(folder, static_cast<std::int64_t>(std::time(nullptr)));
  if (picture->stopped && tell_stopped(picture.get())) return;
  const std::string problem = ranks_problem(*picture);
  // If the user stopped the run, do not start another load.
  if (picture->ranks.size() == 1 && !picture->stopped)
    perform(workspace::Open{picture->ranks.front().file});
  if (!problem.empty()) return notices_.tell(NoticeKind::Warning, problem);
  tell_unrelated(*picture);
}

void Workspace::note_summaries_end() {
  const FleetRun& run = ranks_->fleet_run();
  const auto contents = run.contents();
  const auto history = run.history();
  if (!contents && !history) {
    if (run.state() == FleetRun::State::Failed) {
      const FleetFiles::Problem failure = run.failure();
      notices_.set_problem({fs::path(failure.file).filename().string(), failure.what});
    } else {
      tell_stopped(nullptr);
    }
    return dispose(std::move(ranks_));
  }
  const std::string opened = run.files().size() == 1 ? run.files().front() : run.folder();
  if (!opened.empty())
    remembered_.note_opened(opened, static_cast<std::int64_t>(std::time(nullptr)));
  if (history) return tell_history(*history);
  if (contents->run.stopped) {
    stopped_ranks_ = run.files();
    return notices_.tell({NoticeKind::Info,
                          stopped_ranks_text(contents->run.ranks().size(), run.files().size()),
                          "Load all", NoticeAction::LoadAllRanks});
  }
  if (const std::string problem = summaries_problem(contents->run); !problem.empty())
    notices_.tell(NoticeKind::Warning, problem);
}

void Workspace::tell_history(const HistoryContents& history) {
  if (history.stopped) {
    stopped_ranks_ = ranks_->files();
    return notices_.tell({NoticeKind::Info,
                          "Loading was stopped, so runs and changes may be missing.", "Load all",
                          NoticeAction::LoadAllRanks});
  }
  if (std::string problem = history_problem(history.problems); !problem.empty())
    notices_.tell(NoticeKind::Warning, std::move(problem));
}

/// The way back is the folder, since the summary takes the place of the history.
void Workspace::open_run_of_history(const OpenSummarized& command) {
  const std::string folder = ranks_->fleet_run().folder();
  perform(workspace::Open{command.summary_file});
  Notice notice{NoticeKind::Info,
                missing_trace_text(command.rank, command.file) + " This is its summary."};
  if (!folder.empty()) {
    notice.action = "Back to all runs";
    notice.on_click = NoticeAction::OpenFile;
    notice.file = folder;
  }
  notices_.tell(std::move(notice));
}

void Workspace::perform(const OpenSummarized& command) {
  if (!ranks_in_front()) return;
  const std::string file = trace_of_summary(command);
  if (file.empty() && ranks_->history() != nullptr) return open_run_of_history(command);
  if (file.empty()) {
    return notices_.tell(NoticeKind::Warning, missing_trace_text(command.rank, command.file));
  }
  begin_opening(begin_load(file));
  if (command.range) kept_range_ = {*command.range};
}

bool Workspace::tell_stopped(const RanksPicture* picture) {
  const std::size_t loaded = picture == nullptr ? 0 : picture->ranks.size();
  const std::size_t failed = picture == nullptr ? 0 : picture->failures.size();
  Notice notice{NoticeKind::Info, stopped_ranks_text(loaded, ranks_->files().size() - failed),
                "Load all", NoticeAction::LoadAllRanks};
  if (notice.text.empty()) return false;
  if (picture != nullptr) {
    if (const std::string problem = ranks_problem(*picture); !problem.empty())
      notice.text += " " + problem;
  }
  stopped_ranks_ = ranks_->files();
  notices_.tell(std::move(notice));
  return true;
}

void Workspace::load_all_ranks() {
  std::optional<RankRange> range;
  if (const RanksView* view = ranks_ ? ranks_->view() : nullptr;
      view != nullptr && !view->viewport.shows_all()) {
    const TimeRange axis = view->viewport.range();
    range = {
        view->run().ranks.front().file,
        {view->run().on_own_clock(0, axis.begin_ns), view->run().on_own_clock(0, axis.end_ns)}};
  }
  open_ranks(std::exchange(stopped_ranks_, {}));
  kept_rank_range_ = std::move(range);
}

void Workspace::show_kept_rank_range() {
  const auto kept = std::exchange(kept_rank_range_, std::nullopt);
  RanksView* view = ranks_->view();
  if (!kept || view == nullptr) return;
  const std::vector<RankPicture>& ranks = view->run().ranks;
  const auto rank = std::ranges::find(ranks, kept->file, &RankPicture::file);
  if (rank == ranks.end()) return;
  const auto trace = static_cast<std::size_t>(rank - ranks.begin());
  view->viewport.show({view->run().on_axis(trace, kept->own.begin_ns),
                       view->run().on_axis(trace, kept->own.end_ns)});
}

/// Two are most likely meant to be compared.
void Workspace::tell_unrelated(const RanksPicture& picture) {
  Notice notice{NoticeKind::Info, unrelated_text(picture), ""};
  if (notice.text.empty() || picture.ranks.size() < 2) return;
  if (ranks_->files().size() == 2) {
    notice.action = "Compare the two";
    notice.on_click = NoticeAction::CompareRanks;
  } else {
    notice.text += " To compare two of them, use the Compare menu.";
  }
  notices_.tell(std::move(notice));
}

}  // namespace lanescope
