#include "core/session/fleet_run.h"

#include <filesystem>
#include <new>
#include <utility>

#include "core/base/threads/parallel.h"
#include "core/base/threads/start_thread.h"
#include "core/session/rank_files.h"

namespace lanescope {
namespace {

/// As FleetRun::folder() says. Lists the folder, which can take long on a network.
std::string folder_of(const std::vector<std::string>& files) {
  if (files.empty()) return "";
  const std::string folder = std::filesystem::path(files.front()).parent_path().string();
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
  cancel();
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

/// Our code does not throw, but memory may run out.
void FleetRun::run() {
  std::shared_ptr<FleetContents> contents;
  FleetFiles::Problem failure{"", "no file to open"};
  bool stopped = false;
  try {
    FleetFiles files = load_fleet(files_, hardware_threads(), &progress_);
    stopped = progress_.done < files_.size();
    if (!files.problems.empty()) failure = files.problems.front();
    comparing_ = true;
    if (wake_) wake_();
    if (!files.fleet.ranks().empty()) {
      contents = std::make_shared<FleetContents>(
          make_fleet_contents(std::move(files), hardware_threads()));
      contents->run.stopped = stopped;
    }
  } catch (const std::bad_alloc&) {
    contents.reset();
    failure.what = "not enough memory to compare the ranks";
  }
  std::string folder = folder_of(files_);
  {
    const std::lock_guard lock(mutex_);
    folder_ = std::move(folder);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    contents_ = std::move(contents);
    failure_ = std::move(failure);
    state_ = stopped ? State::Cancelled : contents_ ? State::Ready : State::Failed;
  }
  ended_.notify_all();
  if (wake_) wake_();
}

}  // namespace lanescope
