// The ranks of one run: opening them, opening the trace of one rank, and returning.
#include <filesystem>
#include <utility>

#include "app/workspace/workspace.h"
#include "core/base/files/log.h"
#include "core/session/rank_files.h"
#include "core/view/ranks/text.h"

namespace lanescope {

namespace fs = std::filesystem;

void Workspace::open_ranks(std::vector<std::string> files) {
  if (files.empty()) return;
  perform(workspace::Close{});
  notices_.clear_problem();
  dispose(std::move(ranks_));
  if (files.size() == 1) return perform(workspace::Open{files.front()});
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
  ranks->run().cancel();
  disposal_.take(std::move(ranks));
}

void Workspace::perform(const workspace::BackToRanks& /*command*/) {
  if (!ranks_ || !trace_) return;
  perform(workspace::Close{});
  rank_range_.reset();
}

void Workspace::perform(const OpenRank& command) {
  if (!ranks_in_front() || ranks_->view() == nullptr) return;
  const RankPicture& rank = ranks_->view()->run().ranks[command.trace];
  begin_opening(begin_load(rank.file));
  rank_range_ = command.range;
  if (std::string change = rank_change(rank); !change.empty())
    notices_.tell(NoticeKind::Warning, std::move(change));
}

void Workspace::refresh_ranks(double delta_s) {
  show_rank_range();
  if (!ranks_) return;
  ranks_->refresh(delta_s);
  note_ranks_end();
}

/// The trace of a rank shows the same range as the ranks did, once its extent is known.
void Workspace::show_rank_range() {
  if (!trace_ && !opening_) rank_range_.reset();  // it could not be opened
  if (!rank_range_ || !trace_ || opening_ || !trace_->view.snapshot()) return;
  trace_->view.viewport.show(*rank_range_);
  if (!trace_->view.snapshot()->complete) return;
  rank_range_.reset();
  trace_->view.way.history.clear();  // going back leads to the ranks
}

void Workspace::note_ranks_end() {
  if (ranks_noted_ || ranks_->loading()) return;
  ranks_noted_ = true;
  const RankRun& run = ranks_->run();
  const auto picture = run.picture();
  if (!picture) {
    if (run.state() == RankRun::State::Failed) {
      const RankFailure failure = run.failure();
      notices_.set_problem({fs::path(failure.file).filename().string(), failure.message});
    }
    return dispose(std::move(ranks_));
  }
  const std::string problem = ranks_problem(*picture);
  // If the user stopped the run, do not start another load.
  if (picture->ranks.size() == 1 && !picture->stopped)
    perform(workspace::Open{picture->ranks.front().file});
  if (!problem.empty()) return notices_.tell(NoticeKind::Warning, problem);
  tell_unrelated(*picture);
}

/// Two are most likely meant to be compared.
void Workspace::tell_unrelated(const RanksPicture& picture) {
  Notice notice{NoticeKind::Info, unrelated_text(picture), ""};
  if (notice.text.empty() || picture.ranks.size() < 2) return;
  if (ranks_->run().files().size() == 2) {
    notice.action = "Compare the two";
    notice.on_click = NoticeAction::CompareRanks;
  } else {
    notice.text += " To compare two of them, choose “Compare two traces” in the Compare menu.";
  }
  notices_.tell(std::move(notice));
}

}  // namespace lanescope
