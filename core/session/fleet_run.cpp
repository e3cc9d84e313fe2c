#include "core/session/fleet_run.h"

#include <new>
#include <span>
#include <utility>

#include "core/base/files/run_folders.h"
#include "core/base/threads/parallel.h"
#include "core/base/threads/start_thread.h"
#include "core/history/is_history.h"
#include "core/session/rank_files.h"

namespace lanescope {
namespace {

/// As FleetRun::folder() says. Lists the folder, which can take long on a network.
std::string folder_of(const std::vector<std::string>& files) {
  const std::string folder = folder_of_files(files);
  return !folder.empty() && summaries_of_run({folder}) == files ? folder : "";
}

}  // namespace

FleetRun::FleetRun(std::vector<std::string> files, std::function<void()> wake)
    : files_(std::move(files)), wake_(std::move(wake)), started_(std::chrono::steady_clock::now()) {
  if (worker_.start([this] { run(); })) return;
  failure_ = {"", std::string(kNoThreads)};
  state_ = State::Failed;
}

FleetRun::~FleetRun() {
  progress_.cancel = true;
  history_progress_.cancel = true;
}

void FleetRun::cancel() {
  const std::lock_guard lock(mutex_);
  (of_history_ ? history_progress_ : progress_).cancel = true;
}

FleetRun::State FleetRun::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

FleetFiles::Problem FleetRun::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

std::string FleetRun::folder() const {
  const std::lock_guard lock(mutex_);
  return folder_;
}

std::shared_ptr<const FleetContents> FleetRun::contents() const {
  const std::lock_guard lock(mutex_);
  return contents_;
}

std::shared_ptr<const HistoryContents> FleetRun::history() const {
  const std::lock_guard lock(mutex_);
  return history_;
}

double FleetRun::load_seconds() const {
  const std::lock_guard lock(mutex_);
  if (state_ != State::Loading) return seconds_;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

void FleetRun::wait() {
  worker_.run_here();
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return state_ != State::Loading; });
}

void FleetRun::find_history(std::size_t files, Found& out) {
  {
    const std::lock_guard lock(mutex_);
    of_history_ = true;
    // It came when all was read, so that there is only the history to stop.
    if (progress_.cancel && files == files_.size()) history_progress_.cancel = true;
  }
  comparing_ = false;
  HistoryFiles read = load_history(std::span(files_).first(files), kernel_kind_of,
                                   hardware_threads(), &history_progress_);
  out.stopped = out.stopped || history_progress_.cancel;
  comparing_ = true;
  if (wake_) wake_();
  if (!read.problems.empty())
    out.failure = {read.problems.front().file, read.problems.front().what};
  auto history = std::make_shared<HistoryContents>(
      make_history_contents(std::move(read), hardware_threads(), &history_progress_.cancel));
  // Without some of the changes it says less than it seems to.
  history->stopped = out.stopped = out.stopped || history_progress_.cancel;
  if (!history->history.series.empty()) out.history = std::move(history);
}

void FleetRun::find(Found& out) {
  FleetFiles files = load_fleet(files_, hardware_threads(), &progress_);
  const std::size_t read = progress_.done;
  out.stopped = read < files_.size();
  if (!files.problems.empty()) out.failure = files.problems.front();
  if (is_history(files.fleet.ranks())) {
    files = {};
    return find_history(read, out);
  }
  comparing_ = true;
  if (wake_) wake_();
  if (files.fleet.ranks().empty()) return;
  out.contents =
      std::make_shared<FleetContents>(make_fleet_contents(std::move(files), hardware_threads()));
  out.contents->run.stopped = out.stopped;
}

/// Our code does not throw, but memory may run out.
void FleetRun::run() {
  Found found;
  try {
    find(found);
  } catch (const std::bad_alloc&) {
    found.contents.reset();
    found.history.reset();
    found.failure.what = "not enough memory to compare the summaries";
  }
  std::string folder = folder_of(files_);
  {
    const std::lock_guard lock(mutex_);
    folder_ = std::move(folder);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    contents_ = std::move(found.contents);
    history_ = std::move(found.history);
    failure_ = std::move(found.failure);
    const bool any = contents_ || history_;
    state_ = found.stopped ? State::Cancelled : any ? State::Ready : State::Failed;
  }
  ended_.notify_all();
  if (wake_) wake_();
}

}  // namespace lanescope
