// The ranks of one run in the window: opened, left for the trace of one of them, come back to.
#include <chrono>
#include <filesystem>
#include <utility>

#include "app/shell/layout/split_lines.h"
#include "app/workspace/memory/layout_memory.h"
#include "app/shell/window/main_window.h"
#include "core/base/files/log.h"
#include "core/base/threads/start_thread.h"
#include "core/session/rank_files.h"
#include "core/view/ranks/text.h"

namespace lanescope {

namespace fs = std::filesystem;

void MainWindow::open_ranks(std::vector<std::string> files) {
  if (files.empty()) return;
  close_trace();
  problem_.reset();
  retire(std::move(ranks_));
  if (files.size() == 1) return open(files.front());
  log_line(LogLevel::Info, "opens " + std::to_string(files.size()) + " ranks from " +
                               fs::path(files.front()).parent_path().string());
  ranks_ = std::make_unique<RanksPage>(std::move(files), options_.wake,
                                       SharedThresholds(settings_.thresholds));
  ranks_noted_ = false;
}

void MainWindow::open_ranks_beside() {
  if (trace_ == nullptr) return;
  const fs::path folder = fs::path(trace_->view.session().path()).parent_path();
  open_ranks(files_of_run({folder.string()}));
}

void MainWindow::open_all(const std::vector<std::string>& paths) {
  if (paths.size() == 1) return open(paths.front());
  if (!paths.empty()) open_ranks(files_of_run(paths));
}

void MainWindow::retire(std::unique_ptr<RanksPage> ranks) {
  if (!ranks) return;
  ranks->run().cancel();
  retired_.push_back(do_elsewhere([owned = std::move(ranks)]() mutable { owned.reset(); }));
}

bool MainWindow::ranks_in_front() const {
  return ranks_ && !trace_;
}

void MainWindow::back_to_ranks() {
  if (!can_go_to_ranks()) return;
  if (trace_) remember_layout(*trace_, settings_);
  close_trace();
  rank_range_.reset();
}

/// Takes what was read, and opens the rank that was asked for.
void MainWindow::refresh_ranks(double delta_s) {
  show_rank_range();
  if (!ranks_) return;
  ranks_->refresh(delta_s);
  note_ranks_end();
  RanksView* view = ranks_ ? ranks_->view() : nullptr;
  if (view == nullptr || trace_) return;
  if (const auto wanted = std::exchange(view->wanted, std::nullopt)) {
    retire(std::move(opening_));
    problem_.reset();
    notice_.reset();
    const RankPicture& rank = view->run().ranks[wanted->trace];
    opening_ = begin_load(rank.file);
    if (std::string change = rank_change(rank); !change.empty())
      notice_ = Notice{NoticeKind::Warning, std::move(change), ""};
    rank_range_ = wanted->range;
  }
}

/// The trace of a rank shows what the ranks showed, as soon as its ends are known.
void MainWindow::show_rank_range() {
  if (!trace_ && !opening_) rank_range_.reset();  // it could not be opened
  if (!rank_range_ || !trace_ || opening_ || !trace_->view.snapshot()) return;
  trace_->view.viewport.show(*rank_range_);
  if (!trace_->view.snapshot()->settled) return;
  rank_range_.reset();
  trace_->view.history.clear();  // the way back leads to the ranks
}

void MainWindow::note_ranks_end() {
  if (ranks_noted_ || ranks_->loading()) return;
  ranks_noted_ = true;
  const RankRun& run = ranks_->run();
  const auto picture = run.picture();
  if (!picture) {
    if (run.state() == RankRun::State::Failed) {
      const RankFailure failure = run.failure();
      problem_ = OpenProblem{fs::path(failure.file).filename().string(), failure.message};
    }
    return retire(std::move(ranks_));
  }
  const std::string problem = ranks_problem(*picture);
  // Whoever stops a run does not ask for the next load.
  if (picture->ranks.size() == 1 && !picture->stopped) open(picture->ranks.front().file);
  if (!problem.empty()) notice_ = Notice{NoticeKind::Warning, problem, ""};
}

void MainWindow::draw_ranks(const Ui& ui, const Areas& areas, Rect screen) {
  if (ranks_->view() != nullptr) drag_lines(ui, areas, settings_.panes);
  draw_notice_line(ui, areas.notice);
  if (!ranks_) return;  // its link has opened something else
  screen.cut_top(areas.top.height());
  if (ranks_->draw(ui, role_palette(settings_.theme), areas, screen, settings_.panes))
    stop_loading();
}

bool MainWindow::peel_ranks() {
  RanksView* view = ranks_in_front() ? ranks_->view() : nullptr;
  return view != nullptr && view->peel();
}

}  // namespace lanescope
