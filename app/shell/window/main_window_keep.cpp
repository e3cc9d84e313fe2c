// What outlives the window: settings, and the marks beside each trace.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "app/workspace/traces/open_trace.h"
#include "app/workspace/memory/layout_memory.h"
#include "app/shell/window/main_window.h"
#include "core/base/memory_shortage.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {

std::string MainWindow::own_folder() const {
  return std::filesystem::path(options_.settings_path).parent_path().string();
}

void MainWindow::refresh_side_file() {
  for (OpenTrace* run : {trace_.get(), runs_.b()}) {
    if (run == nullptr) continue;
    run->sync_side_file();
    if (notice_) continue;
    if (const auto notice = run->side_file.take_notice())
      notice_ = Notice{NoticeKind::Warning, *notice, ""};
  }
}

void MainWindow::tell_troubles() {
  if (auto problem = settings_file_.take_problem()) troubles_.push_back(std::move(*problem));
  if (take_memory_shortage())
    troubles_.emplace_back(
        "There is not enough memory for all that the tabs count: close other programs, or choose a "
        "smaller range.");
  if (take_thread_shortage() && !std::exchange(thread_shortage_told_, true))
    troubles_.emplace_back(
        "The system gives no more threads, so some of what is asked for waits or takes longer: "
        "close other programs, or raise its limits (ulimit -a).");
  if (notice_ || loading() || troubles_.empty()) return;
  notice_ = Notice{NoticeKind::Warning, troubles_.front(), ""};
  troubles_.erase(troubles_.begin());
}

std::optional<Error> MainWindow::save_settings() {
  if (trace_) remember_layout(*trace_, settings_);
  return settings_file_.save(settings_);
}

std::optional<std::string> MainWindow::save_now() {
  const auto runs = {trace_.get(), runs_.open() ? runs_.b() : nullptr};
  for (OpenTrace* run : runs) {
    if (run != nullptr) run->sync_side_file();
  }
  std::optional<std::string> problem;
  constexpr int kRecordingPatienceMs = 3000;
  if (recording_ && !recording_->finish_within(kRecordingPatienceMs))
    problem = recording_->file() + " could not be completed in time";
  if (const auto error = save_settings()) problem = "settings " + error->message;
  constexpr auto kPause = std::chrono::milliseconds(5);
  constexpr auto kPatience = std::chrono::seconds(2);
  const auto until = std::chrono::steady_clock::now() + kPatience;
  const auto saves = [](OpenTrace* run) { return run != nullptr && !run->side_file.idle(); };
  while (std::ranges::any_of(runs, saves) && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(kPause);
  if (std::ranges::any_of(runs, saves)) problem = "marks could not be saved in time";
  for (OpenTrace* run : runs) {
    if (auto notice = run == nullptr ? std::nullopt : run->side_file.take_notice())
      problem = std::move(notice);
  }
  return problem;
}

}  // namespace lanescope
